import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../renderer/api/api-error.ts'
import { useLoaded } from '../../renderer/ui/use-loaded.ts'
import { usePaged } from '../../renderer/ui/use-paged.ts'

/** Questions whose answers the test gives when and in whatever order it likes. */
function questions<T>() {
  const asked: PromiseWithResolvers<T>[] = []
  return {
    asked,
    ask: (): Promise<T> => {
      const question = Promise.withResolvers<T>()
      asked.push(question)
      return question.promise
    },
  }
}

describe('what is loaded', () => {
  it('is the answer to the newest question, in whatever order the answers come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 8 })
          .chain((count) =>
            fc.tuple(
              fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
              fc.array(fc.boolean(), { minLength: count, maxLength: count }),
            ),
          ),
        async ([order, fails]) => {
          const { asked, ask } = questions<number>()
          const loaded = useLoaded(ask)
          const loads = order.map(() => loaded.load())
          for (const index of order) {
            if (fails[index]) asked[index]?.reject(new ApiError(500, []))
            else asked[index]?.resolve(index)
            await Promise.resolve()
          }
          const newest = order.length - 1
          expect(await Promise.all(loads)).toEqual(
            order.map((_, index) => index === newest && !fails[newest]),
          )
          expect(loaded.data.value).toBe(fails[newest] ? undefined : newest)
          expect(loaded.error.value?.status).toBe(fails[newest] ? 500 : undefined)
          expect(loaded.isLoading.value).toBe(false)
        },
      ),
    )
  })

  it('is what was put in place after the question, not its late answer', async () => {
    const { asked, ask } = questions<string>()
    const loaded = useLoaded(ask)
    const load = loaded.load()
    loaded.set('newer')
    asked[0]?.resolve('older')
    expect(await load).toBe(false)
    expect(loaded.data.value).toBe('newer')
    expect(loaded.isLoading.value).toBe(false)
  })

  it('takes no page of a list that has been asked for anew', async () => {
    const { asked, ask } = questions<{ items: string[]; nextPagingToken: string | null }>()
    const list = usePaged(ask)
    const first = list.reload()
    asked[0]?.resolve({ items: ['a'], nextPagingToken: 'more' })
    await first
    const more = list.loadMore()
    const again = list.reload()
    asked[2]?.resolve({ items: ['x'], nextPagingToken: null })
    asked[1]?.resolve({ items: ['b'], nextPagingToken: 'even more' })
    expect(await Promise.all([more, again])).toEqual([false, true])
    expect(list.items.value).toEqual(['x'])
    expect(list.hasMore.value).toBe(false)
  })
})
