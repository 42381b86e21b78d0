import { describe, expect, it } from 'vitest'
import { createSerialQueue } from '../../renderer/ui/serial-queue.ts'

/** A job that ends when told to, and notes that it ran. */
function aJob(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    run: () => {
      log.push(name)
      return promise
    },
    finish: () => resolve(name),
    fail: () => reject(new Error(name)),
  }
}

describe('a serial queue', () => {
  it('starts a job only when the one before has ended', async () => {
    const log: string[] = []
    const queue = createSerialQueue()
    const [first, second] = [aJob(log, 'first'), aJob(log, 'second')]
    const results = Promise.all([queue.add(first.run), queue.add(second.run)])

    expect(log).toEqual(['first'])
    expect(queue.size.value).toBe(2)
    first.finish()
    second.finish()

    expect(await results).toEqual(['first', 'second'])
    expect(log).toEqual(['first', 'second'])
    expect(queue.size.value).toBe(0)
  })

  it('goes on after a failure', async () => {
    const log: string[] = []
    const queue = createSerialQueue()
    const [first, second] = [aJob(log, 'first'), aJob(log, 'second')]
    const failing = queue.add(first.run)
    const working = queue.add(second.run)
    first.fail()
    second.finish()

    await expect(failing).rejects.toThrow('first')
    expect(await working).toBe('second')
  })

  it('replaces only the last waiting job of the same key', async () => {
    const log: string[] = []
    const queue = createSerialQueue()
    const running = aJob(log, 'running')
    const add = (name: string, key?: string) =>
      queue.add(() => {
        log.push(name)
        return Promise.resolve(name)
      }, key)
    const all = Promise.all([
      queue.add(running.run),
      add('two', 'quantity'),
      add('three', 'quantity'),
      add('scan'),
      add('four', 'quantity'),
    ])
    running.finish()

    expect(await all).toEqual(['running', 'three', 'three', 'scan', 'four'])
    expect(log).toEqual(['running', 'three', 'scan', 'four'])
  })
})
