import type { RecordsTexts } from '../en/records.ts'

export const recordsTexts: RecordsTexts = {
  record: {
    bothTyped:
      'Beide haben dasselbe geändert. Behalten Sie Ihres, oder übernehmen Sie dort das andere; was Sie sonst eingegeben haben, bleibt.',
    bringBack: 'Änderungen zurückholen',
    changed: 'Geändert',
    changedBy: 'Inzwischen geändert von {names}',
    created: 'Angelegt',
    deleted: 'Gelöscht',
    deletedMeanwhile: 'Inzwischen gelöscht',
    deletedText: 'Jemand anderes hat das gelöscht.',
    deletedTyped:
      'Was Sie eingegeben haben, ist noch da, lässt sich aber nicht mehr speichern. Kopieren Sie, was Sie davon brauchen, und verwerfen Sie es dann.',
    discard: 'Änderungen verwerfen',
    erased: 'Personendaten gelöscht',
    history: 'Verlauf',
    imported: 'Importiert',
    keptTyped:
      'Was Sie eingegeben haben, ist noch da, aber noch nicht gespeichert. Sehen Sie es durch und speichern Sie dann erneut.',
    merged: 'Zusammengeführt',
    no: 'Nein',
    noHistory: 'Noch ist nichts geschehen.',
    nothing: 'nichts',
    retired: 'Zurückgezogen',
    revoked: 'Gesperrt',
    rotated: 'Neues Geheimnis ausgestellt',
    saved: 'Gespeichert',
    unsaved: 'Noch nicht gespeichert',
    yes: 'Ja',
  },
}
