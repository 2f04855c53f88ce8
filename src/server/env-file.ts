import { existsSync } from 'node:fs'

/**
 * Adds the settings in the working directory's `.env` file to the environment, if there is one. Variables
 * that are already set take precedence.
 */
export function loadEnvFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
