import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../renderer/api/api-error.ts'
import { reportReachable, reportUnreachable } from '../../renderer/api/connection.ts'
import { effectScope, nextTick, ref } from 'vue'
import { useLoaded, type Loaded } from '../../renderer/ui/use-loaded.ts'
import { usePaged } from '../../renderer/ui/list/use-paged.ts'

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

const settle = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

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

  it('is asked for again as soon as the core answers, where no answer came, until there is one', async () => {
    const { asked, ask } = questions<string>()
    const loaded = useLoaded(ask)
    const fail = async (question: number): Promise<void> => {
      reportUnreachable()
      asked[question]?.reject(new ApiError(0, []))
      await settle()
    }
    void loaded.load()
    await fail(0)
    expect(loaded.error.value?.isUnreachable).toBe(true)
    expect(asked.length).toBe(1)
    reportReachable()
    await settle()
    expect(asked.length).toBe(2)
    // The core is away again, and what is asked for unasked meanwhile fails as well.
    await fail(1)
    void loaded.refresh()
    await fail(2)
    reportReachable()
    await settle()
    asked[3]?.resolve('here')
    await settle()
    expect([loaded.data.value, loaded.error.value, asked.length]).toEqual(['here', undefined, 4])
  })

  it('is not asked for again where something else was put in place while the core was away', async () => {
    const { asked, ask } = questions<string>()
    const loaded = useLoaded(ask)
    void loaded.load()
    reportUnreachable()
    asked[0]?.reject(new ApiError(0, []))
    await settle()
    loaded.set('newer')
    reportReachable()
    await settle()
    expect([loaded.data.value, asked.length]).toEqual(['newer', 1])
  })

  it('stays as it is, whatever a refresh fails with', async () => {
    const loaded = useLoaded(() => Promise.resolve('here'))
    await loaded.load()
    expect(await loaded.refresh(() => Promise.reject(new TypeError('not an answer')))).toBe(false)
    expect([loaded.data.value, loaded.error.value]).toEqual(['here', undefined])
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

  it('is asked for at once where it depends on something, and again when that is something else', async () => {
    const { asked, ask } = questions<string>()
    const wanted = ref('DK')
    const scope = effectScope()
    const loaded = scope.run(() => useLoaded(ask, () => [wanted.value])) as Loaded<string>
    wanted.value = 'SE'
    await nextTick()
    wanted.value = 'SE'
    await nextTick()
    expect(asked).toHaveLength(2)
    const settled = loaded.settled()
    asked[1]?.resolve('of SE')
    asked[0]?.resolve('of DK')
    await settled
    expect(loaded.data.value).toBe('of SE')
    // Who has left the page hears nothing any more.
    const last = loaded.load()
    scope.stop()
    asked[2]?.resolve('too late')
    expect([await last, loaded.data.value, loaded.isLoading.value]).toEqual([false, 'of SE', false])
  })

  it('that is loaded again unasked tells nobody, fails in silence, and gives way to what a person asks for', async () => {
    const { asked, ask } = questions<string>()
    const loaded = useLoaded(ask)
    const first = loaded.load()
    asked[0]?.resolve('old')
    await first
    const failing = loaded.refresh()
    expect(loaded.isLoading.value).toBe(false)
    asked[1]?.reject(new ApiError(0, []))
    expect([await failing, loaded.data.value, loaded.error.value]).toEqual([false, 'old', undefined])
    const asPerson = loaded.load()
    expect(await loaded.refresh()).toBe(false)
    asked[2]?.resolve('new')
    expect([await asPerson, loaded.data.value, asked.length]).toEqual([true, 'new', 3])
  })

  it('of a list reads as many rows again as were loaded', async () => {
    const { asked, ask } = questions<{ items: string[]; nextPagingToken: string | null }>()
    const list = usePaged(ask)
    const first = list.reload()
    asked[0]?.resolve({ items: ['a', 'b'], nextPagingToken: 'more' })
    await first
    const again = list.refresh()
    asked[1]?.resolve({ items: ['new'], nextPagingToken: 'more' })
    await nextTick()
    asked[2]?.resolve({ items: ['a'], nextPagingToken: 'still more' })
    await again
    expect(list.items.value).toEqual(['new', 'a'])
    expect(list.nextPagingToken.value).toBe('still more')
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
