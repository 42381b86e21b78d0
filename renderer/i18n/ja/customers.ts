import type { CustomersTexts } from '../en/customers.ts'

export const customersTexts: CustomersTexts = {
  address: {
    attention: '担当者',
    city: '市区町村',
    companyName: '会社名',
    countryId: '国',
    email: 'メールアドレス',
    firstName: '名',
    known: '登録済みの住所',
    lastName: '姓',
    line1: '番地',
    line2: '建物名・部屋番号',
    mobileNumber: '携帯電話',
    phoneNumber: '電話',
    postalCode: '郵便番号',
    state: '都道府県',
    use: 'この住所を使う',
  },
  customer: {
    new: '新しいお客様',
    newNamed: '新しいお客様「{name}」',
    newText: 'この住所が注文の請求先住所になります。',
    save: 'お客様を保存',
    search: 'お客様を検索',
    searchHint: '氏名、メールまたは電話',
  },
}
