/** What all of the shop's own records have in common. */
export const recordsTexts = {
  record: {
    bothTyped:
      'You have both changed the same. Keep yours, or take theirs there; whatever else you have typed stays.',
    bringBack: 'Bring back changes',
    changed: 'Changed',
    changedBy: 'Changed meanwhile by {names}',
    created: 'Added',
    deleted: 'Deleted',
    deletedMeanwhile: 'Deleted meanwhile',
    deletedText: 'Somebody else has deleted it.',
    deletedTyped:
      'What you have typed is still here, and cannot be saved any more. Copy what you need of it, then discard it.',
    discard: 'Discard changes',
    erased: 'Personal data erased',
    history: 'History',
    imported: 'Imported',
    keptTyped: 'What you have typed is kept, and not saved yet. Look at it, then save again.',
    merged: 'Merged',
    no: 'No',
    noHistory: 'Nothing has happened yet.',
    nothing: 'nothing',
    retired: 'Retired',
    revoked: 'Revoked',
    rotated: 'New secret given',
    saved: 'Saved',
    unsaved: 'Not saved yet',
    yes: 'Yes',
  },
}
export type RecordsTexts = typeof recordsTexts
