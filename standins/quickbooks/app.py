"""The stand-in's application."""

import re
from decimal import Decimal
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from standins.oauth import AuthorizationServer, Json, add_consent, broken
from standins.quickbooks.entities import ENTITIES, Entities, EntityProblem, matches

DAY = 86_400
COMPANIES = {"9341453000000001": "Lone Star Letters LLC", "9341453000000002": "Second Company LLC"}
_CHART = (
    # id, name, type, classification
    ("33", "Accounts Payable (A/P)", "Accounts Payable", "Liability"),
    ("84", "Accounts Receivable (A/R)", "Accounts Receivable", "Asset"),
    ("35", "Checking", "Bank", "Asset"),
    ("4", "Undeposited Funds", "Other Current Asset", "Asset"),
    ("86", "Card Payments in Transit", "Other Current Asset", "Asset"),
    ("87", "Customers Who Owe Us", "Other Current Asset", "Asset"),
    ("90", "Sales Tax Payable", "Other Current Liability", "Liability"),
    ("91", "Customer Deposits", "Other Current Liability", "Liability"),
    ("92", "Tips Payable", "Other Current Liability", "Liability"),
    ("93", "Gift Cards", "Other Current Liability", "Liability"),
    ("1", "Services", "Income", "Revenue"),
    ("79", "Rental Income", "Income", "Revenue"),
    ("82", "Discounts given", "Income", "Revenue"),
    ("83", "Delivery Income", "Income", "Revenue"),
    ("8", "Bank Charges", "Expense", "Expense"),
    ("9", "Merchant Account Fees", "Expense", "Expense"),
    ("10", "Bad Debts", "Expense", "Expense"),
)
_QUERY = re.compile(
    r"select\s+(?P<what>[\w*,\s]+?)\s+from\s+(?P<entity>\w+)(?:\s+where\s+(?P<where>.+?))?"
    r"(?:\s+startposition\s+(?P<start>\d+))?(?:\s+maxresults\s+(?P<most>\d+))?",
    re.IGNORECASE,
)
_TEXT = r"'(?:[^'\\]|\\.)*'"
_CONDITION = re.compile(rf"(\w+)\s*(=|>=|<=|in)\s*({_TEXT}|true|false|\({_TEXT}(?:\s*,\s*{_TEXT})*\))", re.IGNORECASE)
_QUOTED = re.compile(_TEXT)


def _value(text: str) -> Any:
    """Return the value of a condition: a text, a list of texts, or true or false."""
    texts = [quoted[1:-1].replace("\\'", "'").replace("\\\\", "\\") for quoted in _QUOTED.findall(text)]
    if text.startswith("("):
        return texts
    return texts[0] if texts else text.lower() == "true"


class QuickBooksRefusal(Exception):
    """An error response with the API's Fault."""

    def __init__(self, status: int, code: str, message: str, detail: str, kind: str = "ValidationFault") -> None:
        self.status = status
        self.body: Json = {
            "Fault": {"Error": [{"Message": message, "Detail": detail, "code": code}], "type": kind},
            "time": "2027-01-01T00:00:00.000-08:00",
        }
        super().__init__(message)


class QuickBooksCompany:
    """A company's accounts and journal entries."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.currency = "USD"
        self.accounts: list[Json] = [
            {
                "Id": ident,
                "Name": name,
                "FullyQualifiedName": name,
                "Active": True,
                "AccountType": kind,
                "Classification": classification,
                "CurrencyRef": {"value": "USD"},
            }
            for ident, name, kind, classification in _CHART
        ]
        self.entries: list[Json] = []
        self.entities = Entities(self.accounts)
        self.answers: dict[str, tuple[int, Json]] = {}
        """Responses by ``requestid``: a repeated request gets the first one's."""
        self.closed_until = ""
        """Entries up to this day are refused, because the books are closed."""

    def create_entry(self, body: Json) -> Json:
        """Create a journal entry after the API's checks."""
        lines = body.get("Line") or []
        if not lines:
            raise QuickBooksRefusal(
                400, "2020", "Required param missing, need to supply the required value for the API", "Line"
            )
        sums = {"Debit": Decimal(0), "Credit": Decimal(0)}
        for line in lines:
            detail = line.get("JournalEntryLineDetail") or {}
            if line.get("DetailType") != "JournalEntryLineDetail" or detail.get("PostingType") not in sums:
                raise QuickBooksRefusal(400, "2170", "Invalid Enumeration", "Invalid Enumeration : DetailType")
            amount = Decimal(str(line["Amount"]))
            if amount < 0:
                raise QuickBooksRefusal(
                    400, "6000", "A business validation error has occurred", "Amounts cannot be negative."
                )
            sums[detail["PostingType"]] += amount
            self._check_account((detail.get("AccountRef") or {}).get("value"), detail)
        if sums["Debit"] != sums["Credit"]:
            problem = "The debits and credits of a journal entry must be equal."
            raise QuickBooksRefusal(
                400, "6000", "A business validation error has occurred while processing your request", problem
            )
        number = body.get("DocNumber", "")
        if len(number) > 21:
            raise QuickBooksRefusal(
                400, "2050", "String length is either shorter or longer than supported", "DocNumber"
            )
        if number and any(entry["DocNumber"] == number for entry in self.entries):
            problem = "You must specify a different number. This number has already been used."
            raise QuickBooksRefusal(
                400, "6140", "Duplicate Document Number Error", f"Duplicate Document Number Error : {problem}"
            )
        if body.get("TxnDate", "") <= self.closed_until:
            raise QuickBooksRefusal(
                400,
                "6210",
                "Account Period Closed, Cannot Update Through Services API",
                "The account period has closed and the account books cannot be updated through the QBO Services API.",
            )
        entry = {**body, "Id": str(len(self.entries) + 101), "SyncToken": "0", "domain": "QBO"}
        self.entries.append(entry)
        return {"JournalEntry": entry, "time": "2027-01-01T00:00:00.000-08:00"}

    def _check_account(self, ident: str | None, detail: Json) -> None:
        account = next((one for one in self.accounts if one["Id"] == ident), None)
        if account is None or not account["Active"]:
            problem = "Something you're trying to use has been made inactive. Check the fields with accounts."
            raise QuickBooksRefusal(400, "2500", "Invalid Reference Id", f"Invalid Reference Id : {problem}")
        if account["AccountType"] in {"Accounts Receivable", "Accounts Payable"} and "Entity" not in detail:
            who = "customer" if account["AccountType"] == "Accounts Receivable" else "vendor"
            problem = f"When you use {account['AccountType']}, you must choose a {who} in the Name field."
            raise QuickBooksRefusal(
                400, "6000", "A business validation error has occurred while processing your request", problem
            )

    def create_other(self, name: str, body: Json) -> Json:
        """Create a customer, item, sale, payment or transfer."""
        if "TxnDate" in body and body["TxnDate"] <= self.closed_until:
            problem = "Account Period Closed, Cannot Update Through Services API"
            raise QuickBooksRefusal(400, "6210", problem, "The account period has closed.")
        try:
            return {name: self.entities.create(name, body), "time": "2027-01-01T00:00:00.000-08:00"}
        except EntityProblem as problem:
            detail = f"Validation Exception : {problem.message}"
            raise QuickBooksRefusal(400, problem.code, problem.message, detail) from problem

    def postings(self) -> list[tuple[str, str, Decimal]]:
        """Return what journal entries and all other entities post: day, account and amount."""
        found = self.entities.postings()
        for entry in self.entries:
            for line in entry["Line"]:
                detail, amount = line["JournalEntryLineDetail"], Decimal(str(line["Amount"]))
                sign = 1 if detail["PostingType"] == "Debit" else -1
                found.append((entry["TxnDate"], detail["AccountRef"]["value"], sign * amount))
        return found

    def query(self, text: str) -> Json:
        """Answer a query of accounts, journal entries, company info or preferences."""
        found = _QUERY.fullmatch(text.strip())
        if found is None:
            raise QuickBooksRefusal(400, "4000", "Error parsing query", f"QueryParserError: {text}")
        rows: dict[str, list[Json]] = {
            "account": self.accounts,
            "journalentry": self.entries,
            "companyinfo": [{"CompanyName": self.name, "Country": "US", "Id": "1"}],
            "preferences": [{"CurrencyPrefs": {"HomeCurrency": {"value": self.currency}}}],
        }
        rows |= {name.lower(): of_kind for name, of_kind in self.entities.rows.items()}
        entity = found["entity"]
        if entity.lower() not in rows:
            raise QuickBooksRefusal(400, "4001", "Invalid query", f"QueryValidationError: Property {entity} not found")
        wanted = [
            (name, operator.lower(), _value(text)) for name, operator, text in _CONDITION.findall(found["where"] or "")
        ]
        matching = [row for row in rows[entity.lower()] if matches(row, wanted)]
        first, most = int(found["start"] or 1), min(1000, int(found["most"] or 100))
        page = matching[first - 1 : first - 1 + most]
        # As the API does: without matches, the entity is missing.
        return {"QueryResponse": {entity: page, "startPosition": first, "maxResults": len(page)} if page else {}}


def create(*, access_seconds: int = 3600) -> FastAPI:
    """Create the application. Access tokens last an hour, refresh tokens 100 days."""
    server = AuthorizationServer(
        access_seconds=access_seconds,
        refresh_seconds=100 * DAY,
        grace_seconds=DAY,
        extra={"x_refresh_token_expires_in": 100 * DAY},
    )
    app = FastAPI(title="QuickBooks stand-in", docs_url=None, redoc_url=None, openapi_url=None)
    companies = {ident: QuickBooksCompany(name) for ident, name in COMPANIES.items()}
    app.state.server, app.state.companies = server, companies

    def clear() -> None:
        with server.lock:
            server.clear()
            companies.update({ident: QuickBooksCompany(name) for ident, name in COMPANIES.items()})

    app.state.clear = clear

    @app.api_route("/v3/company/{realm}/{entity:path}", methods=["GET", "POST"])
    async def api(realm: str, entity: str, request: Request) -> Response:
        body: Json = await request.json() if request.method == "POST" else {}
        with server.lock:
            path = f"/v3/company/{realm}/{entity}"
            fault = server.fault(request.method, path)
            if fault is not None and fault.kind == "away":
                return broken()
            status, answer = _answer(realm, entity, request, body, fault.kind if fault else "", fault and fault.message)
            server.log.append(
                {
                    "method": request.method,
                    "path": path,
                    "query": dict(request.query_params),
                    "body": body,
                    "status": status,
                }
            )
        if fault is not None and fault.kind == "gone":
            return broken()
        return JSONResponse(answer, status)

    def _answer(
        realm: str, entity: str, request: Request, body: Json, fault: str, message: str | None
    ) -> tuple[int, Json]:
        try:
            if fault == "429":
                raise QuickBooksRefusal(
                    429, "3001", "message=ThrottleExceeded; errorCode=003001; statusCode=429", "", "THROTTLE"
                )
            if fault == "500":
                raise QuickBooksRefusal(500, "10000", "An application error has occurred", "As ordered.", "SystemFault")
            allowed = server.company_of(request)
            if allowed is None:
                problem = "message=AuthenticationFailed; errorCode=003200; statusCode=401"
                raise QuickBooksRefusal(401, "3200", problem, "Token expired", "AUTHENTICATION")
            if allowed != realm:
                problem = "message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403"
                raise QuickBooksRefusal(403, "3100", problem, "", "AUTHORIZATION")
            company = companies[realm]
            if entity == "query" and request.method == "GET":
                return 200, company.query(request.query_params.get("query", ""))
            others = {name.lower(): name for name in ENTITIES}
            if (entity == "journalentry" or entity in others) and request.method == "POST":
                key = request.query_params.get("requestid", "")
                if key in company.answers:
                    return company.answers[key]
                if fault == "refuse":
                    problem = "A business validation error has occurred while processing your request"
                    raise QuickBooksRefusal(400, "6000", problem, message or "")
                other = others.get(entity)
                answer = 200, company.create_other(other, body) if other else company.create_entry(body)
                if key:
                    company.answers[key] = answer
                return answer
            raise QuickBooksRefusal(404, "610", "Object Not Found", f"Unsupported operation {entity}")
        except QuickBooksRefusal as refusal:
            return refusal.status, refusal.body

    @app.post("/_standin/reset")
    def reset() -> Response:
        clear()
        return JSONResponse({})

    @app.post("/_standin/close")
    async def close(request: Request) -> Response:
        given = await request.json()
        with server.lock:
            for company in companies.values():
                company.closed_until = given["until"]
        return JSONResponse({})

    @app.get("/_standin/journals")
    def journals() -> Response:
        return JSONResponse({ident: company.entries for ident, company in companies.items()})

    @app.get("/_standin/documents")
    def documents() -> Response:
        return JSONResponse({ident: company.entities.rows for ident, company in companies.items()})

    add_consent(
        app,
        server,
        authorize="/connect/oauth2",
        token="/oauth2/v1/tokens/bearer",  # noqa: S106 - a path.
        revoke="/v2/oauth2/tokens/revoke",
        companies=COMPANIES,
        company_parameter="realmId",
    )
    return app
