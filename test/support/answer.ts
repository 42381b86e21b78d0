import type { Static, TSchema } from 'typebox'
import { expect } from 'vitest'
import { statusOf, type ErrorKind } from '../../core/kernel/errors.ts'

/** What the API answered to one request. */
export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** What went wrong in the core, where its answer does not say so. */
  readonly failure: string | undefined

  constructor(status: number, headers: Readonly<Record<string, string>>, text: string, failure?: string) {
    this.status = status
    this.headers = headers
    this.text = text
    this.failure = failure
  }

  /** The body, whatever it is; undefined where there is none. */
  get body(): unknown {
    return this.text === '' ? undefined : (JSON.parse(this.text) as unknown)
  }

  /**
   * The body of a success.
   * @param _schema what the operation promises; only its type is used, shapes are tested on their own
   */
  ok<T extends TSchema>(_schema: T): Static<T> {
    expect(this.status, this.failure ?? this.text).toBe(200)
    return this.body as Static<T>
  }

  /**
   * The texts of a refusal, after checking that it has exactly the contract's body (section 7) and the status that
   * belongs to the name.
   */
  refused(kind: ErrorKind): string[] {
    const body = this.body as { errors: Record<string, string>[] }
    expect({ status: this.status, body }).toEqual({
      status: statusOf[kind],
      body: { errors: expect.any(Array) as unknown },
    })
    expect(body.errors.length).toBeGreaterThan(0)
    for (const entry of body.errors) {
      expect(entry).toStrictEqual({
        error: kind,
        'error-description': expect.stringMatching(/\S/) as unknown,
      })
    }
    return body.errors.map((entry) => entry['error-description'] ?? '')
  }

  /** The request fields that a refusal is about: each description begins with one and a colon. */
  faultyFields(kind: ErrorKind): string[] {
    return this.refused(kind).map((text) => /^([\w.-]+): /.exec(text)?.[1] ?? text)
  }
}

/** The field names of an object, sorted: a test of a shape names each, so that none may be added or lost unseen. */
export const fieldsOf = (value: object | null | undefined): string[] => Object.keys(value ?? {}).sort()
