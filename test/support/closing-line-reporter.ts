import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Ends the run with one line that says how it went, for people and for continuous integration; above it what has passed
 * at its second try only, and what went wrong at the first.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let skipped = 0
    // A file that cannot be loaded, or an error outside every test, is a failure that no test would show.
    let failed =
      errors.length + modules.filter((module) => module.state() === 'failed' && isEmpty(module)).length
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skipped++
        if (test.diagnostic()?.flaky === true) process.stdout.write(firstFailure(test))
      }
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  }
}

function firstFailure(test: TestCase): string {
  const [error] = test.result().errors ?? []
  return `\nPassed only when tried again: ${test.module.relativeModuleId} > ${test.fullName}\n${error?.stack ?? error?.message ?? ''}\n`
}

const isEmpty = (module: TestModule): boolean =>
  [...module.children.allTests()].every((test) => test.result().state !== 'failed')
