/** Prices of products by price groups. */
export const pricesTexts = {
  priceGrid: {
    addGroup: 'Add price group',
    by: 'Change by',
    change: 'Change one price | Change {count} prices',
    group: 'Price group',
    help: 'Greyed prices come from the group that a group derives from; an emptied cell goes back to that. Arrows, Enter and Tab move; cells of a spreadsheet can be pasted.',
    hide: 'Hide {group}',
    noPerCent: 'Write a percentage such as -10',
    nothing: 'No price would change.',
    open: 'Price grid',
    overtaken:
      'One price is somebody else’s by now, and stays. | {count} prices are somebody else’s by now, and stay.',
    pasteOutside:
      'One cell has no place in the grid: load more rows or add groups first. Nothing was changed. | {count} cells have no place in the grid: load more rows or add groups first. Nothing was changed.',
    pasteWrong:
      '{cells} is no price. Nothing was changed. | {count} cells are no prices, such as {cells}. Nothing was changed.',
    perCent: 'By per cent',
    perCentShown:
      'Of the products that are shown: load more for the others. Each price is rounded to the currency.',
    perCentText: 'Of all products that are shown. Each price is rounded to the currency.',
    perCentTitle: 'Change prices by per cent',
    preview: 'Before and after',
    recordChanged:
      'changed in the meantime by {actor} ({date}). Your change is not saved: look at it, and try again.',
    recordChangedBySomebody: 'changed in the meantime. Your change is not saved: look at it, and try again.',
    redo: 'Do it again',
    rounded: 'There is no price without tax that comes to {typed}: it is {stored} now.',
    saved: 'One price saved | {count} prices saved',
    saving: 'Saving…',
    takesInherited: 'Greyed prices too: they become the group’s own',
    title: 'Prices by group',
    undo: 'Take back',
    waiting: 'One price is not saved yet | {count} prices are not saved yet',
  },
}
export type PricesTexts = typeof pricesTexts
