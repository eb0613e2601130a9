"""How much room the words of a picture need at most: kit/room.js and kit/arrive.js, by node."""

from frames import assert_passes


def test_captions_and_keys_keep_the_room_of_their_longest():
    assert_passes("kit/room.test.mjs")
