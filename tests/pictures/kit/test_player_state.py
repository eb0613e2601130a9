"""What becomes of a run of a picture when something happens: kit/player_state.js, by node."""

from frames import assert_passes


def test_a_run_does_what_a_learner_a_clock_and_a_kernel_ask_of_it():
    assert_passes("kit/player_state.test.mjs")


def test_what_has_come_out_stays_and_a_hand_and_the_keys_ask_for_more():
    assert_passes("kit/in_hand.test.mjs")
