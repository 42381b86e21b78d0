import type { SellingTexts } from '../en/selling.ts'

export const sellingTexts: SellingTexts = {
  catalogs: {
    add: 'Nyt katalog',
    back: 'Til katalogerne',
    none: 'Endnu intet katalog',
    noneText: 'Varer er ordnet i kataloger: opret det første.',
    one: 'Katalog',
    position: 'Plads',
    positionHelp: 'Lavere tal kommer først. Er feltet tomt, står det bag de andre.',
    title: 'Kataloger',
  },
  taxRates: {
    add: 'Ny momssats',
    back: 'Til momssatserne',
    default: 'Til nye varer',
    defaultHelp: 'Det er kun én: en anden er det så ikke længere.',
    none: 'Endnu ingen momssats',
    noneText: 'Varer med en navngiven momssats følger med, når den ændres: opret den første.',
    ofNewProducts: 'Til nye varer',
    one: 'Momssats',
    rate: 'Sats',
    rateHelp: 'Alt, der har denne momssats, ændres med det samme. Afgivne ordrer beholder deres.',
    takeUsual: 'Brug de sædvanlige: {rates}',
    title: 'Momssatser',
  },
}
