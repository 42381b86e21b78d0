/** What a plug-in shop says of a variant whose pieces are counted with those of the others. */
export const OF_PARENT = 'parent'
