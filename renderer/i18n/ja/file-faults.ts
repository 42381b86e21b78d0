import type { FileFaultsTexts } from '../en/file-faults.ts'

export const fileFaultsTexts: FileFaultsTexts = {
  fileFault: {
    cellAnother: '商品が始まる {line} 行目と値が異なります',
    cellApart: '「{cell}」は {line} 行目ですでに始まっています。同じものの行は続けて並べてください',
    cellCatalog: 'カタログ「{cell}」は見つからないか、複数あります',
    cellCountry: '国「{cell}」は見つかりません',
    cellCountryMissing: '住所に国がありません',
    cellCustomerGroup: '顧客グループ「{cell}」は見つからないか、複数あります。先に追加してください',
    cellCustomerState: '「{cell}」は使えません。active か retired にしてください',
    cellCustomerTwice: '{line} 行目と同じお客様です',
    cellDecimals: '「{cell}」は小数の桁が多すぎます。{currency} の小数は {digits} 桁までです',
    cellEmail: '「{cell}」はメールアドレスではありません',
    cellFamily: '「{cell}」にはバリエーションがあります。どれか 1 つを指定してください',
    cellFlag: '「{cell}」は「はい」でも「いいえ」でもありません。yes か no にしてください',
    cellGoods: 'コード「{cell}」の商品は見つかりません',
    cellHostedState: '「{cell}」は使えません。active、draft、archived のいずれかにしてください',
    cellId: '「{cell}」は ID ではありません',
    cellLocations: '「{cell}」は {line} 行目に別の場所ですでにあります。在庫は 1 か所の分だけです',
    cellManyRows:
      '「{cell}」には、1 つの商品またはお客様として読み込める量（{rows} 行、{characters} 文字）を超えるデータがあります',
    cellMissing: '値がありません',
    cellNotKept: '値がありません。この商品はまだ在庫管理されていません',
    cellNothingToSell: '値がありません。この商品には販売するものがありません',
    cellOptionName: '値に対応する名前がありません',
    cellOptionValue: '名前に対応する値がありません',
    cellOrganization: '組織「{cell}」は見つからないか、複数あります。先に追加してください',
    cellPrice: '「{cell}」は {currency} の価格ではありません。{example} のように書いてください',
    cellPriceHigh: '「{cell}」は価格の上限を超えています',
    cellPriceSign: '「{cell}」は {whole} とも小数とも読めます。{example} のように書いてください',
    cellProduct: '商品「{cell}」は見つかりません',
    cellProductState: '「{cell}」は使えません。active、draft、retired のいずれかにしてください',
    cellShortened:
      '「{cell}」は表計算ソフトで短縮され、末尾の桁が失われています。元のファイルを使うか、列を文字列の書式にしてください',
    cellTax: '「{cell}」は 25% のような率ではなく、その名前の税率もありません',
    cellTaxRetired: '税率「{cell}」は終了しています',
    cellTwice: '「{cell}」は {line} 行目にすでにあります',
    cellVariant: '「{cell}」にバリエーション「{variant}」はありません',
    cellVariantMissing: '値がありません。この商品には行が複数あります',
    cellWholeNumber: '「{cell}」は {least} から {most} までの整数ではありません',
    columnCulture: '「{culture}」は店舗の言語ではありません：{cultures}',
    columnMeantTwice: '列 {column} と {other} が、どちらも {meant} として扱われます。',
    columnMissing: 'ファイルにこの列がありません',
    columnPriceGroup: '価格グループ「{group}」は見つからないか、複数あります',
    columnTwice: '{column} という列が 2 つあります。',
    columnUnknown: '「{meant}」として読み込むよう指定されていますが、そのような項目はありません',
    fileArchive:
      'これは表計算ファイルか ZIP で、CSV ではありません。元のアプリで開き、CSV として保存してください。',
    fileBytes: '文字ではないデータが含まれています。ファイルが破損しているか、CSV ではありません。',
    fileCompressed:
      'これは圧縮ファイルで、CSV ではありません。元のアプリで開き、CSV として保存してください。',
    fileEmpty: 'ファイルが空です。',
    fileManyColumns: '列が {columns} 個あります。読み込めるのは {limit} 個までです。',
    fileNoCustomers:
      'ネットショップの書き出しにある列「First Name」も、Backcounter の書き出しにある列「id」「email」「lastName」もありません。',
    fileNoProducts:
      'ネットショップの書き出しにある列「Handle」も、Backcounter の書き出しにある列「sku」もありません。',
    fileNoRows: 'ファイルには列の名前しかありません。',
    fileNoStock:
      'ほかのショップの書き出しにある列「On hand」「Stock」も、Backcounter の書き出しにある列「sku」「quantity」もありません。',
    fileOldSpreadsheet:
      'これは古い形式の表計算ファイルで、CSV ではありません。元のアプリで開き、CSV として保存してください。',
    filePdf: 'これは PDF で、CSV ではありません。元のアプリで開き、CSV として保存してください。',
    filePicture: 'これは画像で、CSV ではありません。元のアプリで開き、CSV として保存してください。',
    fileWebPage:
      'これはウェブページか XML で、名前にかかわらず CSV ではありません。表計算アプリで開き、CSV として保存してください。',
    rowCells:
      'この行のセルは {cells} 個、最初の行は {columns} 個です。ファイルが途中で切れているか、引用符や区切りが足りません。',
    rowLong: 'この行は長すぎます。引用符が閉じられていないか、CSV ではありません。',
    rowOpenQuote:
      'ここで始まる引用符が閉じられていません。ファイルが途中で切れているか、引用符が 1 つ余分です。',
    rowQuote:
      'セルの途中に引用符があります。引用符を含むセルは全体を引用符で囲み、中の引用符は二重にしてください。',
  },
}
