import { describe, expect, it } from 'vitest'
import { addGuess, Throttle } from '../../../../core/http/limits/throttle.ts'
import type { Answer } from '../../../support/answer.ts'
import { Caller, inProcess } from '../../../support/caller.ts'
import { buildCore } from '../../../support/core.ts'
import { openShop, TestClock, type Shop } from '../../../support/shop.ts'

/** More wrong guesses than are ever taken. */
const MOST = 100

/** Wrong until one is told to wait. @returns how many were taken, and the wait */
async function guessUntilHeldBack(guess: () => Promise<Answer>, taken: number) {
  for (let count = 0; count < MOST; count++) {
    const answer = await guess()
    if (answer.status !== taken) {
      expect(answer.status, answer.text).toBe(429)
      return { count, wait: Number(answer.headers['retry-after']), answer }
    }
  }
  throw new Error(`Nobody was held back in ${MOST} guesses.`)
}

const ask = async (shop: Shop, client_id: string, client_secret: string) =>
  shop.anyone.post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret })

it('a wrong guess that has to wait for nobody may have been made a moment before the last that is known', () => {
  const known = { count: 1, last: 1005, until: 1005 }
  // Two processes read their clocks before one of them waits for the other.
  expect(addGuess(known, 1000)).toStrictEqual({ count: 2, last: 1000, until: 1000 })
  expect(addGuess({ count: 10, last: 1005, until: 2005 }, 1000)).toBe(2)
})

describe('guessing the secret of a client', () => {
  it('is held back, for longer each time, and forgotten after a while', async () => {
    const shop = await openShop()
    const { clientId } = shop.credentials('staff')
    const guess = async () => ask(shop, clientId, 'wrong')
    const first = await guessUntilHeldBack(guess, 401)
    expect(first).toMatchObject({ count: 10, wait: 1 })
    expect(first.answer.body).toStrictEqual({
      error: 'invalid_client',
      error_description: expect.any(String) as string,
    })
    const waits: number[] = []
    for (let round = 0; round < 8; round++) {
      shop.clock.advance(waits.at(-1) ?? 1)
      const { count, wait } = await guessUntilHeldBack(guess, 401)
      expect(count).toBe(1)
      waits.push(wait)
    }
    expect(waits).toStrictEqual([2, 4, 8, 16, 32, 60, 60, 60])
    shop.clock.advance(16 * 60)
    expect(await guessUntilHeldBack(guess, 401)).toMatchObject({ count: 10, wait: 1 })
  })

  it('locks out neither its owner nor anybody else', async () => {
    const shop = await openShop()
    const { clientId, clientSecret } = shop.credentials('staff')
    const other = shop.credentials('admin')
    await guessUntilHeldBack(async () => ask(shop, clientId, 'wrong'), 401)
    expect((await ask(shop, other.clientId, 'wrong')).status).toBe(401)
    expect((await ask(shop, other.clientId, other.clientSecret)).status).toBe(200)
    expect((await ask(shop, clientId, clientSecret)).status).toBe(200)
    // Who has proved to be the owner starts afresh.
    expect((await guessUntilHeldBack(async () => ask(shop, clientId, 'wrong'), 401)).count).toBe(10)
  })

  it('is held back under ever new names too', async () => {
    const shop = await openShop()
    const { clientId, clientSecret } = shop.credentials('staff')
    const guess = async () => ask(shop, crypto.randomUUID(), 'wrong')
    expect((await guessUntilHeldBack(guess, 401)).count).toBe(50)
    expect((await ask(shop, clientId, 'wrong')).status).toBe(429)
    expect((await ask(shop, clientId, clientSecret)).status).toBe(200)
  })
})

it('guessing launch codes is held back, and a right one works at once', async () => {
  const shop = await openShop()
  const open = async (code: string) =>
    shop.anyone.post('/oauth/token', { grant_type: 'authorization_code', client_id: 'console', code })
  const { count, answer } = await guessUntilHeldBack(async () => open('guessed'), 400)
  expect(count).toBe(10)
  expect(answer.body).toMatchObject({ error: 'invalid_grant' })
  const launch = (await shop.core.consolePath()).slice('/?launch='.length)
  expect((await open(launch)).status).toBe(200)
})

it('guessing the code of the first start is held back, and the right one works at once', async () => {
  const clock = new TestClock()
  const core = await buildCore({ clock: clock.read })
  const anyone = new Caller(inProcess(core.app))
  const start = async (code: string) => anyone.post('/setup', { code, shop: 'demo' })
  const path = await core.consolePath()
  const { count, wait, answer } = await guessUntilHeldBack(async () => start('guessed'), 403)
  expect({ count, wait }).toStrictEqual({ count: 10, wait: 1 })
  expect(answer.faultyFields('TooManyRequests')).toStrictEqual(['code'])
  expect((await start(path.slice('/?setup='.length))).status).toBe(200)
})

describe('what is known of guesses', () => {
  it('is bounded: the oldest is forgotten', () => {
    const throttle = new Throttle(new TestClock().read)
    for (let count = 0; count < 20; count++) throttle.failed('first')
    expect(throttle.failed('first')).toBe(1)
    for (let number = 0; number < 1000; number++) throttle.failed(`other ${number}`)
    expect(throttle.failed('first')).toBe(0)
  })

  it('does not hold anybody back for longer because the clock was set back', () => {
    const clock = new TestClock()
    const throttle = new Throttle(clock.read)
    for (let count = 0; count < 20; count++) throttle.failed('key')
    clock.advance(-24 * 3600)
    expect(throttle.failed('key')).toBe(0)
    expect(throttle.failed('key')).toBeLessThanOrEqual(60)
  })
})
