import type { StockTexts } from '../en/stock.ts'

export const stockTexts: StockTexts = {
  stock: {
    adjust: 'Tæl op eller modtag varer',
    all: 'Alle',
    back: 'Tilbage til lageret',
    barcode: 'Stregkode',
    below: 'Der er solgt mere, end der var',
    belowText: 'Tæl op, hvad der er: derefter passer det igen.',
    changeReorderPoint: 'Ret, hvornår der genbestilles',
    count: 'Tæl op',
    countText:
      '{name}: der skulle være {quantity}. Er der solgt noget siden, siges det, og intet overskrives.',
    counted: 'Hvor mange der er',
    details: 'Detaljer',
    gone: 'Der føres ikke lager af det',
    goneText: 'Der føres ikke lager af det mere, eller det hører til en anden butik.',
    history: 'Hvad der er kommet og gået',
    id: 'Id',
    inStock: 'På lager',
    moved: {
      cancel:
        '{count} stk. tilbage fra den annullerede ordre | {count} stk. tilbage fra den annullerede ordre',
      count: 'Talt op: {count} stk. | Talt op: {count} stk.',
      receive: '{count} stk. modtaget | {count} stk. modtaget',
      return: '{count} stk. returneret | {count} stk. returneret',
      sale: '{count} stk. solgt | {count} stk. solgt',
      soldLess: '{count} stk. færre solgt | {count} stk. færre solgt',
      writeOff: '{count} stk. afskrevet | {count} stk. afskrevet',
    },
    noPieces: 'Et helt tal fra {least}',
    noReorderPoint: 'ikke angivet',
    none: 'Der føres intet lager endnu',
    noneFound: 'Intet på lager passer',
    noneFoundText:
      'Det, som ingen har talt op eller modtaget, har intet lager. Prøv et andet ord eller en anden status.',
    noneText:
      'Lageret siger, hvor mange stk. der er af en vare. Det begynder, når nogle tælles op eller modtages; hver ordre trækker det fra, som den sælger.',
    pieces: 'Hvor mange',
    receive: 'Varemodtagelse',
    receiveText: '{name}: det, der er kommet, lægges til. På lager nu: {quantity}.',
    reorderHelp: 'Ved så mange eller færre er lageret lavt. Er feltet tomt, er det aldrig lavt.',
    reorderPoint: 'Genbestil ved',
    reorderText: '{name} skal da bestilles igen.',
    search: 'Søg på lageret',
    searchHint: 'Varenummer, stregkode eller ord fra navnet',
    state: 'Status',
    states: {
      low: 'Lavt',
      out: 'Udsolgt',
    },
    stop: 'Før ikke lager af det mere',
    stopText:
      'Det, der er kommet og gået, glemmes sammen med de {quantity}, der er. Når det tælles op eller modtages igen, begynder det forfra.',
    stopTitle: 'Skal der ikke føres lager af {name} mere?',
    tabs: 'Varer og deres lager',
    then: 'derefter {quantity}',
    title: 'Lager',
    updated: 'Ændret',
    writeOff: 'Afskriv',
    writeOffText: '{name}: det, der er i stykker, væk eller stjålet, trækkes fra. På lager nu: {quantity}.',
  },
}
