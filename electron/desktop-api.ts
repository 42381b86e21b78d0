/**
 * What the desktop window can do for the console and a browser tab cannot. Only types here: the console imports
 * them, and looks for `window.desktop`, which is undefined in a browser.
 */
export interface DesktopApi {
  /**
   * Prints the page as it is, with its print styles.
   * @param options `silent`: at once, without the system's dialog; `printer`: the name of one of {@link printers}, else
   *   the system's default; `size`: of the paper, else the printer's own
   * @returns false where the user cancelled or no printer took it
   */
  print(options: PrintOptions): Promise<boolean>
  /** The printers of this computer. */
  printers(): Promise<readonly Printer[]>
  /**
   * Starts the console anew, on the page where it is, with a fresh sign-in: for a session that has ended, and for a
   * window that was loaded again, because what it knows of its session is in memory only.
   */
  reopen(): Promise<void>
  /** Says that the console has drawn itself: a start that never hears it goes on in the browser. */
  drawn(): Promise<void>
  /** Listens to the application menu and to links from outside; the returned function stops it. */
  onCommand(listener: (command: DesktopCommand) => void): () => void
}

/** A name of a size, or one of a roll. */
export type PaperSize = 'A4' | 'Letter' | { readonly widthMm: number; readonly heightMm: number }

export interface PrintOptions {
  readonly silent: boolean
  readonly printer?: string | undefined
  readonly size?: PaperSize | undefined
}

export interface Printer {
  /** As the system knows it. */
  readonly name: string
  /** As people know it. */
  readonly label: string
}

/** What the application menu asks of the console, or a link from outside: to open a page of it. */
export type DesktopCommand = 'new-order' | 'search-orders' | { readonly open: string }

declare global {
  interface Window {
    readonly desktop?: DesktopApi
  }
}
