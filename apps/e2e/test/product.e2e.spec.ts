import { jest } from '@jest/globals';
import { abuse } from './abuse/abuse.js';
import { allOfPortal } from './portal/all-of-portal.js';
import { Product } from './product.js';
import { story } from './story.js';
import { strangers } from './strangers.js';

// To start the product costs as much as what is asked of it, so that all of these share one. Accounts of their own keep
// them apart. The story comes first, as it counts all catches; the portal goes before others who ask for reviews, as it
// looks at a queue that is empty afterwards; and those who abuse the product come last.
jest.setTimeout(300_000);

let product: Product;
const here = (): Product => product;

beforeAll(async () => void (product = await Product.start()));
afterAll(() => product?.stop());

story(here);
allOfPortal(() => here().stack);
strangers(here);
abuse(here);
