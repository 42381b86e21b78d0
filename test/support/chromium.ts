import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import type { TestProject } from 'vitest/node'

/** The same browser without windows and all that is around a page: a fifth less work. Debian's package has its name, too. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * What the browser does without. It heeds the last such list alone, so Playwright's come first; then the two panels of
 * the address bar, which nobody sees and which cost more than a page of ours, in every window.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** What keeps a headless browser from calling home; the sandbox needs a user that is not root. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join()}`,
]

/**
 * Finds a Chromium: Playwright's own, then one on the path; as root on Debian it installs the package.
 * @throws with what to do where there is none
 */
export function findChromium(): string {
  const found = ownChromium() ?? chromiumOnPath()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No Chromium found; installing Debian’s for the tests in the browser.\n')
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS, 'fonts-noto-cjk'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = chromiumOnPath()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The tests in the browser need Chromium: run `npx playwright install chromium`, or install it.',
  )
}

function ownChromium(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function chromiumOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
  }
}

/** Vitest's global setup for tests in the browser. */
export default function provideChromium(project: TestProject): void {
  project.provide('chromium', findChromium())
}
