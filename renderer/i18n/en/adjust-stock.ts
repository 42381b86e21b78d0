/** Many goods that are counted, received or written off with the scanner. */
export const adjustStockTexts = {
  adjustStock: {
    after: 'Then',
    done: {
      count:
        'Saved: {count} product counted, {pieces} in all | Saved: {count} products counted, {pieces} in all',
      receive:
        'Saved: {count} product received, {pieces} in all | Saved: {count} products received, {pieces} in all',
      writeOff:
        'Saved: {count} product written off, {pieces} in all | Saved: {count} products written off, {pieces} in all',
    },
    emptyText:
      'Each scan is one piece more. 3* before a code is three; any quantity can be typed at its line.',
    full: '{most} different products are as many as are saved at once. Save these, then go on with the next.',
    inStock: 'In stock',
    kind: 'What is done',
    kinds: { count: 'Count', receive: 'Receive', writeOff: 'Write off' },
    notAdded: '{name} was not added: save what is here first.',
    quantities: { count: 'Counted', receive: 'Received', writeOff: 'Lost' },
    reason: 'Note: delivery note, or why',
    refused:
      'Nothing was saved: {count} line has to be looked at. | Nothing was saved: {count} lines have to be looked at.',
    removed: '{count} line removed | {count} lines removed',
    title: 'Count, receive or write off',
  },
}
export type AdjustStockTexts = typeof adjustStockTexts
