/** A part whose owner may send the keyboard to it. */
export interface Focusable {
  focus: () => void
}

/** What the library's text fields expose. */
export interface TextField {
  inputRef: HTMLInputElement | null
}
