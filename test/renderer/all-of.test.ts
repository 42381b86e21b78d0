import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allOf } from '../../renderer/api/all-of.ts'

it('reads every page of a list once, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.integer()), { minLength: 1 }), async (pages) => {
      const asked: (string | undefined)[] = []
      const all = await allOf(
        async ({ nextPagingToken: token }) => {
          asked.push(token)
          const index = Number(token ?? 0)
          const nextPagingToken = index + 1 < pages.length ? String(index + 1) : null
          return Promise.resolve({ items: pages[index] ?? [], nextPagingToken })
        },
        ({ items }) => items,
      )
      expect(all).toStrictEqual(pages.flat())
      expect(asked).toStrictEqual([undefined, ...pages.slice(1).map((_, index) => String(index + 1))])
    }),
  )
})
