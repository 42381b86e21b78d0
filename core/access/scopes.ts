import { CommerceError } from '../kernel/errors.ts'
import type { Desk, Person, Principal } from '../operations/context.ts'
import type { Approvable } from './access.table.ts'
import type { Role } from './staff.table.ts'

/** What a token may do. A scope includes those it lists here, and theirs. */
const included = {
  storefront: [],
  support: [],
  price: [],
  staff: ['storefront', 'support'],
  manage: ['staff'],
  admin: ['manage'],
} as const satisfies Record<string, readonly string[]>

export type Scope = keyof typeof included
export const SCOPES = Object.keys(included) as readonly Scope[]

/**
 * What an address may ask for: a scope, or `desk`, which consoles have and no program can be given. Locked, a desk has
 * nothing else.
 */
export type Asked = Scope | 'desk'

const isScope = (text: string): text is Scope => Object.hasOwn(included, text)

/** Splits a scope text ("staff price"); undefined where a word is no scope or there is none. */
export function parseScopes(text: string): Scope[] | undefined {
  const words = [...new Set(text.split(' ').filter(Boolean))]
  return words.length > 0 && words.every(isScope) ? words : undefined
}

/** What the original service calls it, and its programs ask for always: everything that a client has (decisions, authentication). */
const EVERYTHING = 'transactions:custom:price'

/**
 * The part of the held scope that is asked for; all of it where nothing is, or everything; undefined where it is more.
 * @param held scopes, separated by spaces
 */
export function narrowScope(held: string, asked = ''): string | undefined {
  const words = asked.split(' ').filter(Boolean)
  const scopes = words.filter((word) => word !== EVERYTHING)
  const all: ReadonlySet<string> = expandScopes(parseScopes(held) ?? [])
  if (!scopes.every((scope) => all.has(scope))) return undefined
  return scopes.length < words.length || scopes.length === 0 ? held : [...new Set(scopes)].join(' ')
}

/** The scopes and all that they include. */
export function expandScopes(scopes: readonly Scope[]): ReadonlySet<Scope> {
  const all = new Set<Scope>()
  const add = (scope: Scope): void => {
    all.add(scope)
    included[scope].forEach(add)
  }
  scopes.forEach(add)
  return all
}

/** What people of a shop may do, least first (decisions, authentication; who gives rights to others has them all). */
export const ROLES: Readonly<Record<Role, readonly Scope[]>> = {
  support: ['support'],
  clerk: ['staff'],
  manager: ['manage', 'price'],
  owner: ['admin', 'price'],
}

/**
 * What a console may do: what the person at it may, nothing while it is locked, and everything that it was given where its
 * store has no staff.
 * @param held what its token was given
 */
export function deskScopes(held: ReadonlySet<Scope>, { isLocked, person }: Desk): ReadonlySet<Asked> {
  if (isLocked) return new Set<Asked>(['desk'])
  const allowed = person ? expandScopes(ROLES[person.role]) : held
  return new Set<Asked>([...allowed].filter((scope) => held.has(scope))).add('desk')
}

const APPROVABLE: readonly Approvable[] = ['price', 'manage']

/**
 * What somebody may approve at a desk.
 * @param held what its console was given
 */
export function approvableBy(held: ReadonlySet<Scope>, { role }: Pick<Person, 'role'>): Approvable[] {
  const allowed = expandScopes(ROLES[role])
  return APPROVABLE.filter((scope) => allowed.has(scope) && held.has(scope))
}

/** @throws CommerceError Forbidden where the token lacks the scope */
export function requireScope({ scopes }: Pick<Principal, 'scopes'>, asked: readonly Asked[]): void {
  if (asked.some((scope) => scopes.has(scope))) return
  if (scopes.size === 1 && scopes.has('desk')) {
    throw new CommerceError('Forbidden', 'access.locked', [
      { text: 'The desk is locked: somebody of the store takes it with their PIN.' },
    ])
  }
  throw new CommerceError('Forbidden', 'access.scope', [
    { text: `The access token lacks the scope ${asked.join(' or ')}.` },
  ])
}
