"""A scene of images/: a picture of the course with a name and an alt text."""

from dataclasses import dataclass


@dataclass
class Scene:
    """An image: a picture at a step, or a film of all steps where `step` is None.

    One for the `gallery` is drawn at half the width, too.
    """

    name: str
    picture: object
    step: int | None
    alt: str
    gallery: bool = False

    def as_data(self):
        """What draw.mjs needs of it."""
        return {
            "kind": type(self.picture).__name__,
            "name": self.name,
            "spec": self.picture.spec,
            "step": self.step,
            "title": self.alt,
            "row": getattr(self.picture, "row", None),
            "by": getattr(self.picture, "by", None),
            "forms": ["", ".half"] if self.gallery else [""],
        }
