import type { RecordsTexts } from '../en/records.ts'

export const recordsTexts: RecordsTexts = {
  record: {
    bothTyped:
      'I har begge ændret det samme. Behold dit, eller tag deres dér; hvad du ellers har skrevet, bliver stående.',
    bringBack: 'Hent ændringerne tilbage',
    changed: 'Ændret',
    changedBy: 'Ændret imens af {names}',
    created: 'Tilføjet',
    deleted: 'Slettet',
    deletedMeanwhile: 'Slettet imens',
    deletedText: 'En anden har slettet den.',
    deletedTyped:
      'Det, du har skrevet, står her endnu, men kan ikke gemmes mere. Kopiér, hvad du skal bruge, og kassér det så.',
    discard: 'Kassér ændringer',
    erased: 'Persondata slettet',
    history: 'Historik',
    imported: 'Importeret',
    keptTyped: 'Det, du har skrevet, er bevaret, men ikke gemt endnu. Se det igennem, og gem så igen.',
    merged: 'Flettet',
    no: 'Nej',
    noHistory: 'Der er ikke sket noget endnu.',
    nothing: 'intet',
    retired: 'Taget ud',
    revoked: 'Tilbagekaldt',
    rotated: 'Ny hemmelighed udstedt',
    saved: 'Gemt',
    unsaved: 'Ikke gemt endnu',
    yes: 'Ja',
  },
}
