/** What columns of our own file of customers are called (docs/import.md). */
const OWN = [
  'id',
  'state',
  'firstName',
  'lastName',
  'email',
  'phone',
  'organization',
  'groups',
  'acceptsMarketing',
  'note',
  'addressName',
  'addressFirstName',
  'addressLastName',
  'company',
  'attention',
  'line1',
  'line2',
  'postalCode',
  'city',
  'region',
  'country',
  'addressEmail',
  'addressPhone',
  'addressMobile',
]

/** What hosted shops call theirs. */
const HOSTED = [
  'Customer ID',
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Note',
  'Accepts Email Marketing',
  'Tags',
  'Default Address Company',
  'Default Address Address1',
  'Default Address Address2',
  'Default Address City',
  'Default Address Province Code',
  'Default Address Country Code',
  'Default Address Zip',
  'Default Address Phone',
]

/** What columns of a file of customers may be taken for. */
export const customerColumns = (format: string | null): readonly string[] =>
  format === 'hosted' ? HOSTED : OWN

/** What shops and their bookkeeping call columns, in the languages that the console speaks: the surest first. */
export const CUSTOMERS_CALLED: Readonly<Record<string, readonly string[]>> = {
  firstName: ['fornavn', 'forename', 'givenname', 'vorname', '名'],
  lastName: ['efternavn', 'familyname', 'nachname', 'surname', '姓', '氏名', '名前', 'name', 'navn', 'kunde'],
  email: ['emailaddress', 'emailadresse', 'epost', 'mail', 'mailadresse', 'メール', 'メールアドレス'],
  phone: ['phonenumber', 'telefon', 'telefonnummer', 'telephone', 'tlf', '電話', '電話番号', 'mobil', 'mobile', 'handy'],
  organization: ['organisation', '組織'],
  groups: ['customergroup', 'customergroups', 'gruppe', 'grupper', 'gruppen', 'kundegruppe', 'kundengruppe', 'グループ'],
  note: ['bemærkning', 'bemerkung', 'comment', 'kommentar', 'notat', 'notes', 'notiz', '備考', 'メモ'],
  company: ['companyname', 'firma', 'firmanavn', 'virksomhed', '会社', '会社名'],
  line1: ['address', 'address1', 'adresse', 'adresse1', 'gade', 'street', 'straße', 'strasse', 'vej', '住所', '番地'],
  line2: ['address2', 'adresse2', 'adresszusatz', '建物名'],
  postalCode: ['plz', 'postleitzahl', 'postcode', 'postnr', 'postnummer', 'zip', 'zipcode', '郵便番号'],
  city: ['by', 'ort', 'stadt', 'town', '市区町村'],
  region: ['bundesland', 'province', 'state', '都道府県'],
  country: ['countrycode', 'land', 'landekode', '国'],
} // oxfmt-ignore
