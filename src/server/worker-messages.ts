/** Message from a worker that must end because of a bug. */
export const faulty = 'faulty'

/** Message to a faulty worker once its replacement is listening. */
export const relieved = 'relieved'
