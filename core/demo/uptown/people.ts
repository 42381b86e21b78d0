import type { People } from '../demo-shop.ts'

export const customerGroups = {
  members: { name: 'Members', share: 0.35 },
  students: { name: 'Students', share: 0.12 },
}

export const organizations = {
  architects: { name: 'Fieldstone & Ames Architects LLP', country: 'US' },
  school: { name: 'Riverbend Drawing School', country: 'US' },
  books: { name: 'Corner Lantern Books LLC', country: 'US' },
  museum: { name: 'Paper & Type Museum Shop', country: 'US' },
}

/** Composed, so that nobody has this name at this address; the phone numbers are kept for fiction or never assigned. */
export const people: readonly People[] = [
  {
    country: 'US',
    count: 74,
    firstNames: [
      ...[
        'Olivia',
        'Ruth',
        'Denise',
        'Priya',
        'Camila',
        'Naomi',
        'Joan',
        'Marcus',
        'Elliot',
        'Andre',
        'Victor',
      ],
      ...['Samuel', 'Leah', 'Tessa', 'Jamal', 'Carlos', 'Wendy', 'Arthur'],
    ],
    lastNames: [
      ...[
        'Brightwater',
        'Ashgrove',
        'Fennimore-Hale',
        'Kingsbrook',
        'Lindqvist-Ray',
        'Merriweather-Cole',
        'Okonjoh',
      ],
      ...[
        'Pennywhistle',
        'Quillfeather',
        'Rosenthaler-Dean',
        'Stonebridge-Lee',
        'Vantongeren',
        'Winterbourne-Ellis',
      ],
    ],
    streets: [
      'Maple Ave',
      'Park Pl',
      '2nd Ave',
      'Main St',
      'Prospect Pl',
      'Clinton St',
      'Washington St',
      'Union St',
    ],
    line1: '%## {street}',
    line2: 'Apt %@',
    places: [
      ['10025', 'New York', 'NY'],
      ['10024', 'New York', 'NY'],
      ['11217', 'Brooklyn', 'NY'],
      ['11201', 'Brooklyn', 'NY'],
      ['07030', 'Hoboken', 'NJ'],
      ['06510', 'New Haven', 'CT'],
      ['02139', 'Cambridge', 'MA'],
      ['19103', 'Philadelphia', 'PA'],
    ],
    phone: '+1 212 555 01##',
  },
  {
    country: 'JP',
    count: 22,
    firstNames: ['Haruka', 'Yui', 'Sakura', 'Aoi', 'Kenji', 'Takumi', 'Daichi', 'Ren', 'Naoko', 'Shinji'],
    lastNames: [
      'Takamori',
      'Kawashima',
      'Minazuki',
      'Shirahama',
      'Fujikura',
      'Hoshino',
      'Asagiri',
      'Tsukishiro',
    ],
    streets: ['Honcho', 'Midoricho', 'Sakuradai', 'Nakamachi', 'Shinmachi'],
    line1: '%-%#-% {street}',
    places: [
      ['150-0001', 'Shibuya-ku', 'Tokyo'],
      ['110-0001', 'Taito-ku', 'Tokyo'],
      ['541-0041', 'Chuo-ku', 'Osaka'],
      ['460-0008', 'Naka-ku', 'Nagoya'],
      ['604-8001', 'Nakagyo-ku', 'Kyoto'],
    ],
    phone: '+81 90 0000 ####',
  },
  {
    country: 'CA',
    count: 5,
    firstNames: ['Margaret', 'Louise', 'Wesley', 'Gordon'],
    lastNames: ['Northcliffe-Roy', 'Birchmount', 'Lakehurst'],
    streets: ['Queen St W', 'Bloor St', 'Laurier Ave'],
    line1: '%## {street}',
    places: [
      ['M5V 2@#', 'Toronto', 'ON'],
      ['H2T 1@#', 'Montreal', 'QC'],
    ],
    phone: '+1 416 555 01##',
  },
]
