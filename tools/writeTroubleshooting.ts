import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serviceErrors, serviceErrorsHeading } from './serviceErrors';

const file = path.join(__dirname, '..', 'docs', 'troubleshooting.md');
const [byHand] = readFileSync(file, 'utf8').split(serviceErrorsHeading);
writeFileSync(file, byHand + serviceErrors());
console.log(`Wrote ${file}`);
