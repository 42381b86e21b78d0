/** What a customer says at the counter: an address with every field that a request may bring. */
export interface SentAddress {
  readonly attention: string
  readonly city: string
  readonly companyName: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly line1: string
  readonly line2: string
  readonly mobileNumber: string
  readonly phoneNumber: string
  readonly postalCode: string
  readonly state: string
}

export const billing: SentAddress = {
  attention: 'Bookkeeping',
  city: 'Skagen',
  companyName: 'Klitly Strandhotel ApS',
  email: 'bills@klitly.example',
  firstName: 'Ida',
  lastName: 'Østerby',
  line1: 'Havnegade 12',
  line2: '2. tv.',
  mobileNumber: '+45 20 12 34 56',
  phoneNumber: '+45 98 12 34 56',
  postalCode: '9990',
  state: 'Nordjylland',
}

export const shipping: SentAddress = {
  attention: 'Reception',
  city: 'Svendborg',
  companyName: 'Sejlklubben Vestenvind',
  email: 'goods@vestenvind.example',
  firstName: 'Bo',
  lastName: 'Åkjær',
  line1: 'Fyrvej 3',
  line2: 'By the slipway',
  mobileNumber: '+45 30 65 43 21',
  phoneNumber: '+45 62 65 43 21',
  postalCode: '5700',
  state: 'Syddanmark',
}

export const note = 'Ring twice; the dog is friendly.'
