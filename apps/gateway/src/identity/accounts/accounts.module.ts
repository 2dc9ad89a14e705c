import { Module } from '@nestjs/common';
import { MailOutbox } from '../../site/mail/mail-outbox.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AccountListHttp } from './account-list/account-list.http.js';
import { AccountListQuery } from './account-list/account-list.query.js';
import { Accounts } from './accounts.js';
import { AddAccountHandler } from './add-account/add-account.handler.js';
import { AddAccountHttp } from './add-account/add-account.http.js';
import { CloseAccountHttp } from './delete-account/close-account.http.js';
import { DeleteAccountHandler } from './delete-account/delete-account.handler.js';
import { DeleteAccountHttp } from './delete-account/delete-account.http.js';
import { SignInAge } from '../people/sessions/sign-in-age.js';
import { EditAccountHandler } from './edit-account/edit-account.handler.js';
import { EditAccountHttp } from './edit-account/edit-account.http.js';
import { EndSecondFactorsHandler } from './end-second-factors/end-second-factors.handler.js';
import { EndSecondFactorsHttp } from './end-second-factors/end-second-factors.http.js';

@Module({
  imports: [ApiKeysModule],
  controllers: [
    AddAccountHttp,
    AccountListHttp,
    EditAccountHttp,
    DeleteAccountHttp,
    CloseAccountHttp,
    EndSecondFactorsHttp,
  ],
  providers: [
    AccountListQuery,
    Accounts,
    AddAccountHandler,
    DeleteAccountHandler,
    EditAccountHandler,
    EndSecondFactorsHandler,
    SignInAge,
    MailOutbox,
  ],
})
export class AccountsModule {}
