/** Message from a worker that accepts connections. */
export const serving = 'serving'

/** Message from a worker that must end because of a bug. */
export const faulty = 'faulty'

/** Message to a faulty worker once its replacement accepts connections. */
export const replacementReady = 'relieved'
