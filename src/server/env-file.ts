import { existsSync } from 'node:fs'

/**
 * Adds the settings of the file `.env` in the working directory to the environment, if there is such a file.
 * Variables that are already set win.
 */
export function loadEnvFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
