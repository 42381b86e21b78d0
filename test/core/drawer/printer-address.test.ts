import { describe, expect, it } from 'vitest'
import { parsePrinterAddress, printerAddressText } from '../../../core/drawer/printer-address.ts'

describe('where a printer is', () => {
  it.each([
    ['192.168.1.50', '192.168.1.50', 9100, '192.168.1.50'],
    ['192.168.1.50:9101', '192.168.1.50', 9101, '192.168.1.50:9101'],
    ['192.168.1.50:9100', '192.168.1.50', 9100, '192.168.1.50'],
    ['  printer.lan ', 'printer.lan', 9100, 'printer.lan'],
    ['TM-T88.Shop.local:65535', 'tm-t88.shop.local', 65_535, 'tm-t88.shop.local:65535'],
    ['localhost:1', 'localhost', 1, 'localhost:1'],
    ['4th-floor', '4th-floor', 9100, '4th-floor'],
    ['EPSON_TM-T88', 'epson_tm-t88', 9100, 'epson_tm-t88'],
    ['_kitchen_.shop.local:9101', '_kitchen_.shop.local', 9101, '_kitchen_.shop.local:9101'],
    ['[fd00::5]', 'fd00::5', 9100, '[fd00::5]'],
    ['[FD00::5]:9102', 'fd00::5', 9102, '[fd00::5]:9102'],
    ['[::ffff:10.0.0.1]:9100', '::ffff:10.0.0.1', 9100, '[::ffff:10.0.0.1]'],
  ])('%j is read, and shown as it is read again', (text, host, port, shown) => {
    expect(parsePrinterAddress(text)).toStrictEqual({ host, port })
    expect(printerAddressText({ host, port })).toBe(shown)
    expect(parsePrinterAddress(shown)).toStrictEqual({ host, port })
  })

  it.each([
    '',
    ' ',
    ':9100',
    'printer:',
    'printer:0',
    'printer:65536',
    'printer:9100:9100',
    'printer:http',
    'printer:-1',
    'printer:9100/',
    'tcp://printer',
    'http://printer:9100/',
    'clerk@printer',
    'clerk:secret@printer',
    'printer name',
    'printer\r\nhost',
    'printer~1',
    '-printer',
    'printer-',
    '.printer',
    'printer.',
    'two..dots',
    `${'a'.repeat(64)}.lan`,
    `${'a.'.repeat(127)}aa`,
    '256.1.1.1',
    '10.1.1',
    '2130706433',
    '0x7f000001',
    '127.0.0.0x1',
    'fd00::5',
    '[fd00::5',
    '[fe80::1%eth0]',
    '[192.168.1.50]',
    '[]',
    'drücker',
    '\u{1f5a8}',
  ])('%j is none', (text) => {
    expect(parsePrinterAddress(text)).toBeUndefined()
  })
})
