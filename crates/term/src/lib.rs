//! Terms: the word, heap objects, atoms, numbers, order, hash, print, external format.
