import { expect, it } from 'vitest'
import { wordsIn } from '../../renderer/ui/words-in.ts'

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
])('words of %j beside the stored %j', (text, stored, words) => {
  expect(wordsIn(text, stored)).toStrictEqual(words)
})
