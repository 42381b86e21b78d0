import type { RecordPagesTexts } from '../en/record-pages.ts'

/** The pages and lists of the shop’s own records. */
export const recordPagesTexts: RecordPagesTexts = {
  dayTime: {
    missing: 'Skriv dag og tid, f.eks. {example}.',
    suchAs: 'f.eks. {example}',
    timeMissing: 'Skriv et klokkeslæt, f.eks. {example}.',
  },
  recordPage: {
    active: 'Aktive',
    all: 'Alle',
    chosenOf: '{chosen} af {all} valgt',
    currency: 'Valuta',
    description: 'Beskrivelse',
    find: 'En del af et navn',
    findIn: 'Find i {name}',
    gone: 'Findes ikke mere',
    goneText: 'Den har aldrig været brugt, så intet af den er tilbage.',
    groupGone: 'Prisgruppen er slettet. Tøm feltet, og gem så.',
    id: 'Id',
    ids: 'Til programmer',
    inheritedFrom: 'som {name}',
    name: 'Navn',
    noAmount: 'skal være et beløb, f.eks. {example}',
    noPercent: 'skal være en procentsats fra 0 til 100',
    noWhole: 'skal være et helt tal',
    noneFound: 'Intet fundet',
    noneFoundText: 'Prøv et andet ord, eller vis alle.',
    notServed: 'tilbydes ikke',
    priceGroup: 'Prisgruppe',
    remove: 'Slet eller tag ud',
    removeText:
      'Har den været brugt, tages den ud: den tilbydes ikke mere, og gamle ordrer viser den fortsat. Ellers slettes den.',
    removeTitle: 'Slet eller tag {name} ud?',
    restore: 'Tilbyd igen',
    retired: 'Taget ud',
    retiredText: 'Den tilbydes ikke mere. Det, der er bestilt med den, viser den fortsat.',
    search: 'Søg',
    state: 'Status',
    unknown: 'Her er intet',
    unknownText: 'Den er slettet eller hører til en anden butik.',
  },
}
