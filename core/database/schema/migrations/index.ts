import type { Migration } from 'kysely/migration'
import * as shop from './0001-shop.ts'
import * as promotions from './0002-promotions.ts'
import * as orderNumbers from './0003-order-numbers.ts'
import * as codeChallenges from './0004-code-challenges.ts'
import * as searches from './0005-searches.ts'
import * as placing from './0006-placing.ts'
import * as counter from './0007-counter.ts'
import * as repeatedRenewals from './0008-repeated-renewals.ts'
import * as cartEvents from './0009-cart-events.ts'
import * as customerTerms from './0010-customer-terms.ts'
import * as transactions from './0011-transactions.ts'
import * as customersOfOrders from './0012-customers-of-orders.ts'
import * as records from './0013-records.ts'
import * as eventDetails from './0014-event-details.ts'
import * as cartNames from './0015-cart-names.ts'
import * as orderLists from './0016-order-lists.ts'
import * as wrongGuesses from './0017-wrong-guesses.ts'
import * as cartDrafts from './0018-cart-drafts.ts'
import * as methods from './0019-methods.ts'
import * as campaigns from './0020-campaigns.ts'
import * as namedRecords from './0021-named-records.ts'
import * as people from './0022-people.ts'
import * as clientUses from './0023-client-uses.ts'
import * as staff from './0024-staff.ts'
import * as clientVersions from './0025-client-versions.ts'
import * as campaignLimits from './0026-campaign-limits.ts'
import * as storeEpochs from './0027-store-epochs.ts'
import * as unindexedRecords from './0028-unindexed-records.ts'
import * as fewerPages from './0029-fewer-pages.ts'
import * as subjectsOfKeptAnswers from './0030-subjects-of-kept-answers.ts'
import * as linesSideBySide from './0031-lines-side-by-side.ts'
import * as writtenLess from './0032-written-less.ts'
import * as sharedTerms from './0033-shared-terms.ts'
import * as contentsInRows from './0034-contents-in-rows.ts'
import * as changedCampaigns from './0035-changed-campaigns.ts'
import * as wordsWithoutSpaces from './0036-words-without-spaces.ts'
import * as takings from './0037-takings.ts'
import * as receivedInCash from './0038-received-in-cash.ts'
import * as followedParcels from './0039-followed-parcels.ts'
import * as transactionsInAnyCase from './0040-transactions-in-any-case.ts'
import * as deletedCustomers from './0041-deleted-customers.ts'
import * as tillCounts from './0042-till-counts.ts'
import * as transactionsByPayment from './0043-transactions-by-payment.ts'
import * as images from './0044-images.ts'
import * as placesOfRefunds from './0045-places-of-refunds.ts'
import * as variantImages from './0046-variant-images.ts'
import * as numbersBefore from './0047-numbers-before.ts'
import * as wordParts from './0048-word-parts.ts'
import * as namesOfOrders from './0049-names-of-orders.ts'
import * as reasonedPriceGroups from './0050-reasoned-price-groups.ts'
import * as giftCardGoods from './0051-gift-card-goods.ts'
import * as giftCards from './0052-gift-cards.ts'
import * as stock from './0053-stock.ts'
import * as lowStock from './0054-low-stock.ts'
import * as returns from './0055-returns.ts'
import * as ordersByCurrency from './0056-orders-by-currency.ts'
import * as refundLines from './0057-refund-lines.ts'
import * as drawerOpenings from './0058-drawer-openings.ts'
import * as approvals from './0059-approvals.ts'
import * as soldGiftCards from './0060-sold-gift-cards.ts'
import * as walkIns from './0061-walk-ins.ts'
import * as receiptEmails from './0062-receipt-emails.ts'

/** Every migration by its number and name; a static map, so that a bundle holds them all. Never edit a landed one. */
export const migrations: Record<string, Migration> = {
  '0001-shop': shop,
  '0002-promotions': promotions,
  '0003-order-numbers': orderNumbers,
  '0004-code-challenges': codeChallenges,
  '0005-searches': searches,
  '0006-placing': placing,
  '0007-counter': counter,
  '0008-repeated-renewals': repeatedRenewals,
  '0009-cart-events': cartEvents,
  '0010-customer-terms': customerTerms,
  '0011-transactions': transactions,
  '0012-customers-of-orders': customersOfOrders,
  '0013-records': records,
  '0014-event-details': eventDetails,
  '0015-cart-names': cartNames,
  '0016-order-lists': orderLists,
  '0017-wrong-guesses': wrongGuesses,
  '0018-cart-drafts': cartDrafts,
  '0019-methods': methods,
  '0020-campaigns': campaigns,
  '0021-named-records': namedRecords,
  '0022-people': people,
  '0023-client-uses': clientUses,
  '0024-staff': staff,
  '0025-client-versions': clientVersions,
  '0026-campaign-limits': campaignLimits,
  '0027-store-epochs': storeEpochs,
  '0028-unindexed-records': unindexedRecords,
  '0029-fewer-pages': fewerPages,
  '0030-subjects-of-kept-answers': subjectsOfKeptAnswers,
  '0031-lines-side-by-side': linesSideBySide,
  '0032-written-less': writtenLess,
  '0033-shared-terms': sharedTerms,
  '0034-contents-in-rows': contentsInRows,
  '0035-changed-campaigns': changedCampaigns,
  '0036-words-without-spaces': wordsWithoutSpaces,
  '0037-takings': takings,
  '0038-received-in-cash': receivedInCash,
  '0039-followed-parcels': followedParcels,
  '0040-transactions-in-any-case': transactionsInAnyCase,
  '0041-deleted-customers': deletedCustomers,
  '0042-till-counts': tillCounts,
  '0043-transactions-by-payment': transactionsByPayment,
  '0044-images': images,
  '0045-places-of-refunds': placesOfRefunds,
  '0046-variant-images': variantImages,
  '0047-numbers-before': numbersBefore,
  '0048-word-parts': wordParts,
  '0049-names-of-orders': namesOfOrders,
  '0050-reasoned-price-groups': reasonedPriceGroups,
  '0051-gift-card-goods': giftCardGoods,
  '0052-gift-cards': giftCards,
  '0053-stock': stock,
  '0054-low-stock': lowStock,
  '0055-returns': returns,
  '0056-orders-by-currency': ordersByCurrency,
  '0057-refund-lines': refundLines,
  '0058-drawer-openings': drawerOpenings,
  '0059-approvals': approvals,
  '0060-sold-gift-cards': soldGiftCards,
  '0061-walk-ins': walkIns,
  '0062-receipt-emails': receiptEmails,
}
