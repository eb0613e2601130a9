"""A vocabulary is read from installed packages."""

import installed_package
from installed_package import kept_in
from lookup.text.cache import LARGEST_CACHE
from lookup.text.words import read_vocabulary

package = installed_package.package


def test_words_are_counted_over_all_files(package, tmp_path):
    vocabulary = read_vocabulary(["rowpack"], tmp_path / "cache")
    assert vocabulary.counts[vocabulary["the"]] == 3
    assert vocabulary.counts[vocabulary["row"]] == 19 * len(installed_package.FOUND)


def test_the_order_of_the_packages_does_not_matter(package, tmp_path):
    installed_package.install(package, {"a.py": b'"""Other."""'}, "otherpack")
    both = read_vocabulary(["rowpack", "otherpack"], tmp_path / "cache")
    assert read_vocabulary(["otherpack", "rowpack", "rowpack"], tmp_path / "cache") == both
    assert kept_in(tmp_path / "cache").is_file()


def test_the_real_packages_hold_twenty_thousand_words(tmp_path):
    vocabulary = read_vocabulary(cache=tmp_path)
    assert len(vocabulary) >= 20_000
    assert {"the", "matrix", "row", "embedding", "don't", ".", ",", "_"} <= set(vocabulary.words)
    assert kept_in(tmp_path).stat().st_size < LARGEST_CACHE / 10
    assert read_vocabulary(cache=tmp_path) == vocabulary
