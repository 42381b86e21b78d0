import { expect, it } from 'vitest'
import { oneAfterAnother } from '../../../core/work/one-after-another.ts'

it('whoever does not wait any more is gone at once, and those behind wait for who is at work all the same', async () => {
  const alone = oneAfterAnother()
  const done: string[] = []
  const { promise: first, resolve: end } = Promise.withResolvers<undefined>()
  const work = (name: string) => async () => Promise.resolve(done.push(name))
  const begun = alone(async () => {
    await first
    done.push('first')
  })
  const waiting = new AbortController()
  const given = alone(work('given up'), waiting.signal)
  const failed = alone(async () => Promise.reject(new Error('it failed')))
  const last = alone(work('last'), new AbortController().signal)
  waiting.abort(new Error('not any more'))
  await expect(given).rejects.toThrow('not any more')
  await expect(alone(work('too late'), waiting.signal)).rejects.toThrow('not any more')
  expect(done).toStrictEqual([])
  end(undefined)
  await Promise.all([begun, last, expect(failed).rejects.toThrow('it failed')])
  expect(done).toStrictEqual(['first', 'last'])
})

it('what has begun is not ended by its signal', async () => {
  const alone = oneAfterAnother()
  const ending = new AbortController()
  const work = alone(async () => {
    ending.abort(new Error('too late'))
    return Promise.resolve('done')
  }, ending.signal)
  expect(await work).toBe('done')
})
