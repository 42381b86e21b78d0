import { it, expect } from 'vitest'
import { openShop } from '../../support/shop.ts'
it('x', async () => { const shop = await openShop(); const c = await shop.as('staff'); const { order } = await c.anOrder(); expect(order.orderNumber).toBe('H-10001') })
it('y', async () => { const shop = await openShop(); const c = await shop.as('staff','uptown'); const { order } = await c.anOrder(); expect(order.orderNumber).toBe('H-10001') })
