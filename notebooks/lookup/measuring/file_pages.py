"""Which pages of a file a call brings into memory: Linux can be asked."""

import ctypes
import math
import mmap
import os
import sys
import weakref

import torch

from ..whole import is_whole

QUANTIZED = "torch.q"  # so begin the dtypes with which torch ends the kernel here
_maps = weakref.WeakKeyDictionary()  # {a map that a tensor reads through: its file}


def mapped(path, shape, dtype=torch.float32):
    """The numbers of a file as a tensor: each page, of 4 kB or so, is read when it is first used.

    The system is asked not to read ahead, so that exactly the pages that are used are read. The
    tensor is for reading: what is written to it does not reach the file, and `pages_read` may drop
    it. Leave the file as long as it is while the tensor lives: to read a page that has been cut off
    ends the kernel (SIGBUS).

    Args:
        path: a file of exactly as many numbers, row after row, as `array.tofile` writes them.
        shape: of the tensor: a tuple of whole numbers.
        dtype: of its numbers: a torch.dtype, not a quantized one.

    Raises:
        TypeError: if the shape holds no whole numbers, or dtype is no torch.dtype of plain
            numbers.
        ValueError: if a size is below 0, or if the file has another length or is empty.
        OSError: if the file is not there or cannot be read.

    Example:
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "W").write_bytes(bytes(8 * 4))
        ...     mapped(Path(folder, "W"), (4, 2)).shape
        torch.Size([4, 2])
    """
    _check_tensor(shape, dtype)
    needed = math.prod(shape) * dtype.itemsize
    with open(path, "rb") as file:
        there = os.fstat(file.fileno()).st_size
        if there != needed or not needed:
            tensor = f"a tensor of {tuple(shape)} {dtype}"
            raise ValueError(
                f"{tensor} needs a file of {needed:,} bytes, got {there:,}."
            )
        # Not ACCESS_READ: torch warns of memory that cannot be written to.
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        _maps[memory] = _file(file.fileno())
    if hasattr(mmap, "MADV_RANDOM"):
        memory.madvise(mmap.MADV_RANDOM)
    return torch.frombuffer(memory, dtype=dtype).reshape(shape)


def _check_tensor(shape, dtype):
    """Raises TypeError and ValueError unless there are tensors of this shape and dtype."""
    if not isinstance(dtype, torch.dtype) or str(dtype).startswith(QUANTIZED):
        raise TypeError(
            f"dtype must be a torch.dtype of plain numbers, such as torch.float32, "
            f"got {dtype!r:.60}."
        )
    if not isinstance(shape, tuple | list) or not all(map(is_whole, shape)):
        raise TypeError(
            f"shape must be whole numbers, such as (4, 2), got {shape!r:.60}."
        )
    if any(size < 0 for size in shape):
        raise ValueError(f"shape must hold no size below 0, got {shape!r:.60}.")


def pages_read(path, call):
    """Which pages of the file at `path` come into memory by `call()`, after all had left it.

    Read the file through a tensor of `mapped`: other ways read ahead, and the pages that are read
    too early count as well.

    Args:
        path: the file; nobody else should use it.
        call: a function without arguments; its result is thrown away.

    Returns:
        The numbers of the pages, from 0, ascending. A page has `mmap.PAGESIZE` bytes.

    Raises:
        NotImplementedError: if this system or the file system cannot say, with the reason.
        TypeError: if `call` is not callable.
        ValueError: if the file is empty.
        OSError: if the file is not there or cannot be read.

    Example:
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "W").write_bytes(bytes(100 * 4096))
        ...     W = mapped(Path(folder, "W"), (100, 1024))
        ...     pages_read(Path(folder, "W"), lambda: W[[77, 3]].sum())
        [3, 77]
    """
    if not callable(call):
        raise TypeError(
            f"pages_read needs the path, then the function itself, got {type(call).__name__}."
        )
    if sys.platform != "linux":
        raise NotImplementedError(
            f"pages can be counted on Linux only, this is {sys.platform}."
        )
    with open(path, "rb") as file:
        number = file.fileno()
        if not os.fstat(number).st_size:
            raise ValueError(f"{os.fspath(path)} is empty, it has no pages.")
        _try_one(number)
        call()
        return _resident(number)


def _try_one(number):
    """Raises NotImplementedError unless one page counts as one. The file is given up afterwards."""
    _give_up(number)
    # Else the system would read the pages behind it as well.
    os.posix_fadvise(number, 0, 0, os.POSIX_FADV_RANDOM)
    os.pread(number, 1, 0)
    resident = _resident(number)
    if resident != [0]:
        raise NotImplementedError(
            f"after one page was read, {len(resident):,} are said to be in memory."
        )
    _give_up(number)


def _give_up(number):
    """Let every page of the file leave memory. Raises NotImplementedError if one stays."""
    for memory, file in _maps.items():
        if file == _file(number):
            memory.madvise(mmap.MADV_DONTNEED)  # a page that is mapped would stay
    os.fsync(number)  # so would one that is not written yet
    os.posix_fadvise(number, 0, 0, os.POSIX_FADV_DONTNEED)
    resident = _resident(number)
    if resident:
        raise NotImplementedError(
            f"the system keeps {len(resident):,} pages of the file in memory that were given up."
        )


def _resident(number):
    """The numbers of the pages of the file that are in memory, ascending."""
    size = os.fstat(number).st_size
    mincore = _mincore()
    pages = (ctypes.c_ubyte * -(-size // mmap.PAGESIZE))()
    # ctypes takes the address of memory only if it could be written to.
    with mmap.mmap(number, 0, access=mmap.ACCESS_COPY) as memory:
        start = ctypes.c_char.from_buffer(memory)
        refused = mincore(
            ctypes.c_void_p(ctypes.addressof(start)), ctypes.c_size_t(size), pages
        )
        # A map cannot be closed while something points into it.
        del start
    if refused:
        reason = os.strerror(ctypes.get_errno())
        raise NotImplementedError(
            f"the system does not say which pages are in memory: {reason}."
        )
    # The other bits of a byte are not defined (man 2 mincore).
    return [number for number, page in enumerate(pages) if page & 1]


def _mincore():
    try:
        return ctypes.CDLL(None, use_errno=True).mincore
    except (OSError, AttributeError):
        raise NotImplementedError("this system's C library has no mincore.") from None


def _file(number):
    status = os.fstat(number)
    return status.st_dev, status.st_ino
