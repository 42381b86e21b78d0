/** An EAN-13 from its first twelve digits: the last makes the sum of digits, every second times three, end in 0. */
export function ean13(digits: string): string {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}
