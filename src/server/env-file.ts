import { existsSync } from 'node:fs'

/**
 * Adds the settings in the working directory's `.env` file, if there is one, to the environment. Variables
 * that are already set take precedence.
 */
export function loadEnvFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
