let context: AudioContext | undefined

/** A short low tone: whoever scans looks at the goods, not at the screen. Silent where sound is not to be had. */
export function soundFailure(): void {
  try {
    context ??= new AudioContext()
    const tone = new OscillatorNode(context, { type: 'square', frequency: 196 })
    const volume = new GainNode(context, { gain: 0.05 })
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + 0.18)
  } catch {
    // No sound device.
  }
}
