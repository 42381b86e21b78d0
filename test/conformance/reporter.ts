import type { TestError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints the contract as a table: each section with its rows, a mark for each, and how many hold. */
export default class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter(isAsked)
    const sections = [...Map.groupBy(tests, sectionOf)].toSorted(([a], [b]) => byNumber(a, b))
    for (const [section, rows] of sections) {
      print(section)
      for (const test of rows) print(lineOf(test, section))
      print('')
    }
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const broken = modules.filter((module) => module.errors().length > 0)
    for (const module of broken)
      for (const error of module.errors()) print(`✗ ${module.moduleId}: ${error.message}`)
    for (const error of errors) print(`✗ ${error.message ?? 'An error outside of every test'}`)
    print(`${passed} passed, ${tests.length - passed + broken.length + errors.length} failed`)
  }
}

/** A filter by name leaves the others out. */
const isAsked = (test: TestCase): boolean => test.result().state !== 'skipped'

const sectionOf = ({ fullName }: TestCase): string => fullName.split(' > ', 1)[0] ?? ''

function lineOf(test: TestCase, section: string): string {
  const result = test.result()
  const row = test.fullName.slice(section.length + ' > '.length).trim()
  const notes = test.annotations().map(({ message }) => `  (${message})`)
  if (result.state === 'passed') return `  ✓ ${row}${notes.join('')}`
  const [error] = result.errors ?? []
  return `  ✗ ${row}${error ? `\n      ${reasonOf(error).slice(0, LONGEST_REASON)}` : ''}`
}

const LONGEST_REASON = 2000

/** The first line of an error; of a property that does not hold, also how to try it again, and what it was that failed. */
function reasonOf({ message, cause }: TestError): string {
  const [first = '', ...more] = message.split('\n')
  const again = more.find((line) => line.startsWith('{ seed'))
  const why = isError(cause) ? cause.message : undefined
  return [first, again, why].filter((line) => line !== undefined).join('\n      ')
}

const isError = (cause: unknown): cause is { message: string } =>
  typeof cause === 'object' && cause !== null && 'message' in cause

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
const print = (line: string): void => void process.stdout.write(`${line}\n`)
