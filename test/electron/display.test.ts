import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { displayAddresses, whyNoDisplay } from '../../electron/start/display.ts'
import { temporaryDir } from '../support/core.ts'

describe('the sockets that the environment names', () => {
  test.each([
    [{}, []],
    [{ DISPLAY: '' }, []],
    [{ DISPLAY: 'nonsense' }, []],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, []],
    [{ WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1' }, [{ path: '/run/user/1/wayland-0' }]],
    [{ WAYLAND_DISPLAY: '/run/w', XDG_RUNTIME_DIR: '/run/user/1' }, [{ path: '/run/w' }]],
    [{ DISPLAY: ':1' }, [{ path: '/tmp/.X11-unix/X1' }, { path: '\0/tmp/.X11-unix/X1' }]],
    [{ DISPLAY: 'unix:0.1' }, [{ path: '/tmp/.X11-unix/X0' }, { path: '\0/tmp/.X11-unix/X0' }]],
    [{ DISPLAY: 'desk:10.0' }, [{ host: 'desk', port: 6010 }]],
  ])('%j', (env, addresses) => {
    expect(displayAddresses(env)).toEqual(addresses)
  })
})

describe('whether a window can be shown', () => {
  test('a variable that is set proves nothing', async () => {
    const env = { WAYLAND_DISPLAY: join(await temporaryDir(), 'nobody') }

    expect(await whyNoDisplay(env, 'linux')).toMatch(/^the display .*nobody does not answer$/)
    const emptied = { WAYLAND_DISPLAY: '', DISPLAY: ':62999' }
    expect(await whyNoDisplay(emptied, 'linux')).toBe('the display :62999 does not answer')
    expect(await whyNoDisplay({}, 'linux')).toBe('there is no display')
  })

  test('a socket that accepts does', async () => {
    const path = join(await temporaryDir(), 'wayland-0')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    onTestFinished(() => void server.close())

    expect(await whyNoDisplay({ WAYLAND_DISPLAY: path }, 'linux')).toBeUndefined()
  })

  test('Windows and macOS have one', async () => {
    expect(await whyNoDisplay({}, 'win32')).toBeUndefined()
    expect(await whyNoDisplay({}, 'darwin')).toBeUndefined()
  })
})
