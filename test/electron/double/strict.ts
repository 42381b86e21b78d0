/** The rules of the double: nothing answers that is not modelled, and nothing at a time when Electron would refuse. */

/** The parts of an Electron type that a double has: names from electron.d.ts only, functions stay functions. */
export type Modelled<T> = {
  [K in keyof T]?: T[K] extends (...args: never[]) => unknown ? (...args: never[]) => unknown : T[K]
}

/** Compiles only where every name is one of the real type's. */
export type OnlyNamesOf<Real, Double> = Exclude<keyof Double, keyof Real> extends never ? true : never

/** Looked at by the language and by test tools on any object, without meaning anything. */
const HARMLESS = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '$$typeof'])

/** Makes reading any name that is not modelled an error, as a real call to it would go unnoticed here. */
export function strict<T extends object>(name: string, double: T): T {
  return new Proxy(double, {
    get(target, key): unknown {
      if (typeof key === 'string' && !(key in target) && !HARMLESS.has(key)) {
        throw new Error(`The double of electron does not model ${name}.${key}`)
      }
      // Private fields do not pass through a proxy, so methods run on the object itself.
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' && key !== 'constructor' ? (value.bind(target) as unknown) : value
    },
  })
}

let ready = false

export const isReady = (): boolean => ready

export function becomeReady(): void {
  ready = true
}

export function beforeReady(what: string): void {
  if (ready) throw new Error(`${what} must be called before the app is ready`)
}

export function afterReady(what: string): void {
  if (!ready) throw new Error(`${what} cannot be used before the app is ready`)
}

/** What Electron's events carry: they can be prevented. */
export function preventable<T extends object>(fields: T) {
  let prevented = false
  return {
    ...fields,
    preventDefault: () => void (prevented = true),
    get defaultPrevented() {
      return prevented
    },
  }
}
