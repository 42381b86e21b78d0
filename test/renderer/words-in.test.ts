import { expect, it } from 'vitest'
import { wordsIn, wordText } from '../../renderer/ui/words-in.ts'

it.each([
  ['', [], []],
  [' a, b;c\td\n\n a,, ', [], ['a', 'b', 'c', 'd']],
  ['LOT,77', [], ['LOT', '77']],
  // What is stored is taken as a whole, wherever it stands and whatever is added beside it.
  ['LOT,77', ['LOT,77'], ['LOT,77']],
  ['new, LOT,77 , 5', ['LOT,77'], ['new', 'LOT,77', '5']],
  ['X;Y\nLOT,77\nX;Y', ['LOT,77', 'X;Y'], ['X;Y', 'LOT,77']],
  ['A,B,C', ['A,B', 'A,B,C'], ['A,B,C']],
  ['A,B, C', ['A,B', 'A,B,C'], ['A,B', 'C']],
  [',77', [',77'], [',77']],
  // Only as a whole.
  ['LOT,778, OLD LOT,77', ['LOT,77'], ['LOT', '778', 'OLD LOT', '77']],
  ['LOT', ['LOT,77'], ['LOT']],
  // In quotes a word may have anything in itself, as in a spreadsheet.
  ['"LOT,77"', [], ['LOT,77']],
  ['a, "LOT,77" ;"X;Y"\n"He said ""no"", twice", b', [], ['a', 'LOT,77', 'X;Y', 'He said "no", twice', 'b']],
  ['"LOT,77", LOT,77', ['LOT,77'], ['LOT,77']],
  // Inches, and quotes that are stored.
  ['19", 24"', [], ['19"', '24"']],
  ['"A, B" C', [], ['"A', 'B" C']],
  ['"A\nB"', [], ['"A', 'B"']],
  ['"A"', ['"A"'], ['"A"']],
])('words of %j beside the stored %j', (text, stored, words) => {
  expect(wordsIn(text, stored)).toStrictEqual(words)
})

it.each(['A', 'LOT,77', '"A"', '"A', 'A"', 'A","B', 'X;"Y"\tZ'])('%j is found again among others', (word) => {
  expect(wordsIn(['a', wordText(word), 'b'].join(', '))).toStrictEqual(['a', word, 'b'])
})
