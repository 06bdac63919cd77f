"""Makes lists of companies as other programs write them, and reads workbooks as another program does."""

import csv
import datetime
import json
import sys

import openpyxl
import pandas
import xlsxwriter


def make(folder, rows):
    """rows: texts of OIBs, names and amounts."""
    header = ["OIB", "Partner", "iznos", "datum"]
    day = datetime.date(2026, 1, 31)

    def as_number(text):
        return int(text) if text.isdigit() else text

    # Half of them are numbers, as people type them.
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Partneri"
    sheet.append(header)
    for index, (oib, name, amount) in enumerate(rows):
        sheet.append([as_number(oib) if index % 2 else oib, name, float(amount), day])
    book.create_sheet("Ostalo").append(["OIB", "x"])
    book.save(f"{folder}/openpyxl.xlsx")

    # A stream, whose cells share no texts.
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Popis")
    sheet.append(header)
    for oib, name, amount in rows:
        sheet.append([oib, name, float(amount), day])
    book.save(f"{folder}/openpyxl-stream.xlsx")

    frame = pandas.DataFrame(
        [[as_number(oib), name, float(amount), pandas.Timestamp(day)] for oib, name, amount in rows], columns=header
    )
    frame.to_excel(f"{folder}/pandas.xlsx", index=False)
    frame.to_csv(f"{folder}/pandas.csv", index=False)
    frame.to_csv(f"{folder}/pandas-semicolons.csv", index=False, sep=";", encoding="utf-8-sig", decimal=",")

    # Zeros that are only shown, a formula with its value, and rows without a header.
    book = xlsxwriter.Workbook(f"{folder}/xlsxwriter.xlsx")
    sheet = book.add_worksheet("Š")
    digits = book.add_format({"num_format": "00000000000"})
    date = book.add_format({"num_format": "dd.mm.yyyy."})
    for index, (oib, name, amount) in enumerate(rows):
        if oib.isdigit():
            sheet.write_number(index, 0, int(oib), digits)
        else:
            sheet.write_string(index, 0, oib)
        sheet.write_string(index, 1, name)
        sheet.write_formula(index, 2, f"={amount}*1", None, float(amount))
        sheet.write_datetime(index, 3, datetime.datetime(2026, 1, 31), date)
    book.close()

    with open(f"{folder}/csv-quoted.csv", "w", newline="", encoding="utf-8-sig") as file:
        file.write("sep=;\r\n")
        writer = csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL)
        writer.writerow(header)
        writer.writerows([oib, f"{name}\n({amount})", amount, str(day)] for oib, name, amount in rows)


def read(path):
    """Every row of the first sheet, each cell with its type."""
    sheet = openpyxl.load_workbook(path, data_only=True).worksheets[0]
    return [[[cell.data_type, None if cell.value is None else str(cell.value)] for cell in row] for row in sheet.iter_rows()]


if sys.argv[1] == "make":
    make(sys.argv[2], json.load(sys.stdin))
else:
    json.dump({path: read(path) for path in sys.argv[2:]}, sys.stdout)
