r"""What errors mean that learners meet in these exercises.

In the table below a line is a pattern of an error's name and text, and the line under it is the
meaning. \1 stands for what the first group of the pattern has found.
"""

import re

TABLE = r"""
^KeyError
    A dict has no entry for this key; .get(key, 0) gives 0 for it instead of stopping.
^ZeroDivisionError
    Something is divided by 0: by the length of something empty, perhaps?
^RecursionError
    The function calls itself without an end.
^UnboundLocalError
    No line has given this name a value: the loop or the branch that does it did not run.
'NoneType'
    A value is None here. Methods that change a list, such as append and sort, return None.
'Tensor' object has no attribute 'append'
    A tensor does not grow: append to a list, and make a tensor of the list at the end.
'list' object has no attribute '(T|dim|dtype|diff|float|item|long|numel|shape|size|sum|tolist)'
    This is a list, not a tensor; torch.tensor(...) or torch.stack(...) makes a tensor of a list.
'torch.Size' object is not callable
    A shape is no function: leave out the brackets behind .shape.
'(\w+)' object is not callable
    Round brackets call a function; to look something up in a \1, write square ones.
'(int|float|function|method|builtin_function_or_method)' object is not subscriptable
    Square brackets look something up, and a value of the kind \1 holds nothing to look up.
object is not iterable|non-iterable \w+ object
    A loop, or several names to the left of =, need several values; this is a single one.
unhashable type
    A list cannot be counted, be a key or be in a set: take its members one by one.
only integer tensors of a single element
    One whole number is needed here, not a tensor of several and not a float.
(list|tuple) indices must be integers
    The places of a \1 are whole numbers.
(list|string|tuple) index out of range
    A \1 of n members has the places 0 to n - 1.
not in (list|tuple)
    .index stops with an error where there is no such member.
a vocabulary takes a word
    A vocabulary is asked for one word at a time: vocabulary[word].
(zeros|ones|empty|eye)\(\).*(takes 1 positional argument|must be int|of type Tensor)
    A size is a whole number: len(ids), not the tensor ids itself.
expected Tensor as element
    torch.stack and torch.cat join tensors; torch.tensor(...) makes a tensor of plain numbers.
must be tuple of Tensors, not Tensor
    This joins several tensors, which are given as a list.
stack expects each tensor to be equal size
    torch.stack needs parts of one shape; torch.cat joins parts of several lengths.
expects a non-empty TensorList|expected a non-empty list of Tensors
    There is nothing to join: the list of tensors is empty.
zero-dimensional tensor .* cannot be concatenated
    torch.cat joins vectors; torch.stack makes a vector of single numbers.
used as indices must be
    Only whole numbers name a place, and what stands in the brackets holds others.
index out of range in self|idx < num_embeddings|out of DATA bounds|not in the valid range
    One of the ids is not the number of a row of this table.
shape of the mask
    A mask has one True or False for each row; ids stand in the brackets themselves.
too many indices
    There are more indices in the brackets than the tensor has dimensions.
shape mismatch: indexing tensors
    Two indices side by side must name as many places.
Index is supposed to be a vector
    The ids must stand in one line here; .flatten() puts them into one.
Dimension out of range
    A vector has the dimension 0 only, a matrix 0 and 1.
size of tensor a \(\d+\) must match
    Shapes are compared from the right, and each two sizes must be equal, or one of them 1.
shapes cannot be multiplied
    In A @ B the columns of A must be as many as the rows of B.
same dtype|did not match|to have the same type as
    Both sides must hold numbers of one dtype; .float() makes float32 of them.
of type LongTensor|scalar types: Long
    Ids and offsets must be whole numbers; .long() makes whole numbers.
can't be cast
    What is written in place has another dtype than the tensor, and would lose something.
Boolean value of Tensor
    if, and, not and bool(...) need one True or False; .all() or .any() makes one of many.
cannot be converted to Scalar|only one element tensors
    One number is needed here, and this tensor holds several.
is invalid for input of size
    The new shape must hold as many numbers as the old one.
must have the same number of dimensions
    The index and the tensor need as many dimensions; ids[:, None] adds one.
Expected i < index_size
    An id is not the number of a row, or the offsets do not ascend.
offsets\[0\] has to be 0
    The first bag begins at place 0, and so must the offsets.
offsets\[-1\] can not be greater
    A bag would begin behind the last of the ids.
offsets has to be a 1D
    Where the ids stand in one line, offsets must say where each bag begins.
only supported for mode='sum'
    Weights need mode="sum"; without mode it takes the mean.
must have the same shape as the input
    There must be one weight for each id.
argument 'max_norm'
    Behind the third argument come max_norm and others: write mode="sum", per_sample_weights=data.
weight has to be a 2D|'weight' must be 2-D
    The ids come first, the table second.
unexpected keyword argument '(\w+)'
    This function has no argument of the name \1.
new\(\): invalid data type 'str'
    A word is no index of a tensor; the number of its row is its place in the list of words.
'list' object has no attribute 'get'
    A list has no .get, a dict has: {word: i for i, word in enumerate(words)} makes one.
^TypeError: Tensor.index\(\)
    .index of a tensor is another thing than that of a list; .tolist() makes a list.
must be Tensor, not NoneType
    This is None, as .grad is before backward, and after it on a tensor made of another one.
must be Tensor, not (\w+)
    A tensor is needed here, and this is of the kind \1.
1D tensors expected
    This takes two vectors; (A * B).sum(dim=1) makes one number of each row of two matrices.
selected index k out of range
    topk cannot find more members than there are.
type\(s\) for .*'(method|builtin_function_or_method)'
    A method stands there without the round brackets that call it.
(reshape|view|zeros|ones|permute)\(\).*positional argument
    A shape is written number by number; a star hands one over so: reshape(*ids.shape, D).
missing \d+ required positional argument
    The call lacks an argument; the message says which.
does not require grad
    Nothing here has a gradient: W.clone().requires_grad_() makes a copy of W that has one.
implicitly created only for scalar outputs
    backward starts from one number: add up first, by .sum().
unsupported operand type\(s\) for -: '(list|tuple)'
    Lists and tuples cannot be subtracted: go through one of them, member by member.
argument '(\w+)' \(position (\d)\) must be (\w+), not (\w+)
    At place \2 belongs \1, of the kind \3, not a \4: is one missing, or their order another?
takes \d+ positional arguments? but \d+ were given
    The call hands over more than the function takes; a method counts its own object, too.
values to unpack
    There are more or fewer values than names to the left of =.
^AssertionError
    An assert stops the function, as what stands behind it is False here.
not compiled with CUDA|Found no NVIDIA driver
    There is no GPU here that torch could use.
not supported between instances of '(\w+)' and '(\w+)'
    A value of the kind \1 cannot be compared with one of the kind \2: is a len missing?
empty sequence|iterable argument is empty
    There is nothing in it to choose from.
'(\w+)' object has no attribute '(\w+)'
    A value of the kind \1 has nothing that is called \2.
"""
# In the order of the table: the first pattern that fits speaks, so the general ones stand last.
MEANINGS = dict(re.findall(r"^(\S.*)\n    (.*)$", TABLE, re.MULTILINE))


def general_meaning(text):
    """The meaning of an error that says this, or "" if the table has none.

    >>> general_meaning("IndexError: list index out of range")
    'A list of n members has the places 0 to n - 1.'
    """
    for pattern, sentence in MEANINGS.items():
        found = re.search(pattern, text)
        if found:
            return found.expand(sentence)
    return ""
