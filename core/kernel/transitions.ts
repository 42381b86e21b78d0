import { conflict, type Said } from './errors.ts'

/** What each state may become. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** @throws CommerceError Conflict, saying which state the thing is in */
export function requireTransition<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
  refusal: (from: State, to: State) => string | Said,
  code = 'state.wrong-step',
): void {
  if (!transitions[from].includes(to)) throw conflict(code, refusal(from, to))
}
